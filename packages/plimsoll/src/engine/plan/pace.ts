import type { Projection, Rebound } from "../follow/compaction-record.js";
import type { Outline, OutlineBlock } from "./outline.js";
import type { SessionState } from "../follow/session-state.js";

/** What a session did since its last compaction, or since it began. */
export interface Pace {
  readonly turns: number;
  /** Steps of the assistant: each was one request. */
  readonly requests: number;
  readonly tokens: number;
}

export function paceOf<W extends object>(
  session: SessionState<W>,
  window: Projection<W>,
  { blocks }: Outline,
): Pace {
  const isNew = ({ indexes, turn }: OutlineBlock): boolean =>
    turn > 0 && (window.origins[indexes[0] ?? 0] ?? -1) >= session.baseLength;
  const added = blocks.filter(isNew);
  return {
    turns: new Set(added.filter((block) => block.opensTurn).map((block) => block.turn)).size,
    requests: added.filter((block) => !block.opensTurn).length,
    tokens: added.reduce((sum, block) => sum + block.tokens, 0),
  };
}

/** The rebound since the compaction that the caller's list goes on from; undefined where there is none. */
export function reboundOf<W extends object>(
  session: SessionState<W>,
  window: Projection<W>,
  outline: Outline,
): Rebound | undefined {
  const { record } = session.base;
  if (!record) return undefined;
  return {
    tokens: Math.max(0, outline.totalTokens - record.tokensAfter),
    turns: paceOf(session, window, outline).turns,
  };
}
