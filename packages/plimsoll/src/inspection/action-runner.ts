import type { CompactManager } from "../engine/compact-manager.js";
import type { CompactResult } from "../engine/compact-result.js";
import type { PreparedCompaction } from "../engine/commit/prepared-compaction.js";
import type { ManualCompactOptions } from "../engine/compact-config.js";
import { BoundedMap } from "../collections/bounded-map.js";
import { CompactError } from "../errors/compact-error.js";
import { explainSummary } from "./explain-summary.js";
import type { ActionName, ActionResult, InspectionAction } from "./inspection-action.js";
import { isEvent } from "./is-event.js";
import type { OpenedSession } from "./open-session.js";
import { findItem } from "./read-item.js";
import { type ToldReason, toldReason } from "./told-reason.js";

type Prepared = PreparedCompaction<object>;
type Options = Pick<ManualCompactOptions, "note" | "targetTokens">;

const MAX_PREPARED = 32;
const NOT_PROTECTED = "It was not protected.";
const NO_CHANGE = { compaction: null, tokensBefore: 0, tokensAfter: 0, preview: null } as const;

/** Does what a person asks for, through the manager, as any other caller would. */
export class ActionRunner {
  /** Previews that wait for approval, with the manager that made them. */
  readonly #prepared = new BoundedMap<
    string,
    { readonly prepared: Prepared; readonly manager: CompactManager }
  >(MAX_PREPARED);

  async run(session: OpenedSession, action: InspectionAction): Promise<ActionResult> {
    const manager = await session.manager("act");
    const { id } = session;
    switch (action.action) {
      case "compact":
        return this.#compact(session, manager, action);
      case "preview":
        return this.#preview(session, manager, action);
      case "approve":
        return this.#approve(session, action);
      case "undo":
      case "redo":
        return this.#step(session, manager, action.action);
      case "protect": {
        await manager.protect(id, await findItem(session, action.item));
        return said("protect", true, "The item stays in the window from now on.");
      }
      case "release": {
        const released = await manager.release(id, action.item);
        return said("release", released, released ? "The item may leave the window again." : NOT_PROTECTED);
      }
      case "withdraw": {
        await manager.withdraw(id, action.entry);
        return said("withdraw", true, "The rule no longer holds.");
      }
    }
  }

  async #compact(session: OpenedSession, manager: CompactManager, options: Options): Promise<ActionResult> {
    const items = await listOf(session, manager);
    return compacted("compact", await manager.manualCompact(session.id, items, optionsOf(session, options)));
  }

  async #preview(session: OpenedSession, manager: CompactManager, options: Options): Promise<ActionResult> {
    const items = await listOf(session, manager);
    const prepared = await manager.prepare(session.id, items, optionsOf(session, options));
    const { decision, items: planned } = prepared.plan;
    if (decision.action === "none") return said("preview", false, decision.reason);
    this.#prepared.set(prepared.id, { prepared, manager });
    const left = planned.filter(({ fate }) => fate === "summarized").length;
    return {
      ...said("preview", true, decision.reason),
      tokensBefore: prepared.tokensBefore,
      tokensAfter: prepared.tokensAfter,
      preview: {
        prepared: prepared.id,
        summary: prepared.summary,
        summaryTokens: prepared.summaryTokens,
        summaryMaxTokens: prepared.summaryMaxTokens,
        removed: left,
        kept: prepared.items.length,
        lines: explainSummary(prepared.summary, await manager.checkpoint(session.id), []),
        counts: prepared.fidelity?.counts ?? null,
      },
    };
  }

  async #approve(
    session: OpenedSession,
    { prepared: id, summary }: Extract<InspectionAction, { readonly action: "approve" }>,
  ): Promise<ActionResult> {
    const held = this.#prepared.get(id);
    if (!held || held.prepared.sessionId !== session.id) {
      throw new CompactError("STALE_PREPARED", "This preview is gone. Make another one.", {
        details: { id },
      });
    }
    const isChanged = summary !== undefined && summary !== held.prepared.summary;
    const result = await held.manager.commitPrepared(held.prepared, isChanged ? { summary } : {});
    this.#prepared.delete(id);
    return compacted("approve", result);
  }

  async #step(
    { id }: OpenedSession,
    manager: CompactManager,
    action: "undo" | "redo",
  ): Promise<ActionResult> {
    const step = action === "undo" ? (await manager.undo(id)).undone : (await manager.redo(id)).redone;
    const what = action === "undo" ? "undone" : "made again";
    return { ...said(action, true, `Compaction v${step.version} was ${what}.`), compaction: step.id };
  }
}

const said = (action: ActionName, done: boolean, message: string): ActionResult => ({
  action,
  done,
  message,
  reason: done ? null : reasonOf(message),
  ...NO_CHANGE,
});

const reasonOf = (message: string): ToldReason | null =>
  message === NOT_PROTECTED ? { id: "not_protected", values: {} } : (toldReason(message) ?? null);

async function listOf({ id }: OpenedSession, manager: CompactManager): Promise<object[]> {
  const items = await manager.lastList(id);
  if (items.length > 0) return items;
  throw new CompactError(
    "INVALID_INPUT",
    `Nothing is known of the current list of session "${id}"; it can be compacted when its client sends it again.`,
    { details: { sessionId: id, why: "no_list" } },
  );
}

/** The window is that of the session's last request. */
function optionsOf({ history, room }: OpenedSession, { note, targetTokens }: Options): ManualCompactOptions {
  const last = history.events.findLast((event) => isEvent(event, "compact.token_estimate"));
  return {
    ...(note === undefined || note === "" ? {} : { note }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(last && isEvent(last, "compact.token_estimate") && !room.listed
      ? { maxContextTokens: last.max }
      : {}),
  };
}

function compacted(
  action: "compact" | "approve",
  { compaction, decision }: CompactResult<object>,
): ActionResult {
  if (!compaction) return said(action, false, decision.reason);
  const { id, version, tokensBefore, tokensAfter, removed } = compaction;
  return {
    action,
    done: true,
    message: `Compaction v${version}: ${removed.length} items left the window.`,
    reason: null,
    compaction: id,
    tokensBefore,
    tokensAfter,
    preview: null,
  };
}
