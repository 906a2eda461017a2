import { largestWhere } from "../../collections/largest-where.js";
import type { Outline, OutlineBlock } from "./outline.js";
import type { PlanInput, RungRoom } from "./plan-input.js";

/** A message that stays in part: its beginning and its end. */
export interface BlockCut {
  readonly position: number;
  /** The item of the block that is cut, and its remaining tokens. */
  readonly index: number;
  readonly tokens: number;
}

/** One rung: the blocks that would stay in addition to the pinned ones, and their cost. */
export interface Candidate {
  readonly rung: string;
  readonly turns: number;
  readonly pairs: number;
  readonly keep: readonly number[];
  readonly tokens: number;
  readonly evidenceTokens: number;
  /**
   * Only results with more tokens than this become evidence; by default those with more than `evidenceTokens`.
   */
  readonly evidenceOver?: number;
  /** Evidence is put only into blocks before this position; absent for all. */
  readonly evidenceBefore?: number;
  /** A block that is cut to this many tokens. */
  readonly cut?: BlockCut;
  /** The bottom of the ladder: only pinned blocks and a summary, however short. */
  readonly last: boolean;
}

/** Shorter evidence says too little; the turn itself is cut instead. */
const LEAST_EVIDENCE_TOKENS = 64;
const MOST_EVIDENCE_TOKENS = 1_000_000;
/** Evidence in place of an old output. */
const MASK_TOKENS = 120;
/** Outputs to mask first: evidence is at most half of them. Shorter ones are masked only if necessary. */
const MASKED_OVER = [2 * MASK_TOKENS, MASK_TOKENS] as const;
/** Evidence inside a turn that has to be cut. */
const CUT_EVIDENCE_TOKENS = 300;
/** Evidence sizes next to the newest user message if that takes nearly all the room. */
const BOTTOM_EVIDENCE = [CUT_EVIDENCE_TOKENS, LEAST_EVIDENCE_TOKENS] as const;
/** The rung on which the newest user message stays in part. */
const CUT_MESSAGE = "cut message";

/**
 * The rungs for a policy, from the gentlest down. Lazy: a rung is costed only when those above failed. On every rung the
 * newest user message stays, unless the input lets it go.
 */
export function* ladder(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const held = heldPosition(input);
  for (const candidate of rungs(input, room))
    yield held === undefined ? candidate : holding(input, candidate, held);
}

/** The block of the newest user message if a plan must keep it explicitly. */
function heldPosition({ outline, newestUser }: PlanInput): number | undefined {
  const position = outline.newestUser?.position;
  if (newestUser === "goes" || position === undefined) return undefined;
  return outline.blocks[position]?.pinned ? undefined : position;
}

/** The minimum tokens of the newest user message, as the input would keep it. */
export function heldTokens(input: PlanInput): number {
  const held = heldPosition(input);
  if (held === undefined) return 0;
  const whole = bounded(input, held, { evidenceTokens: LEAST_EVIDENCE_TOKENS });
  return input.newestUser === "cut" ? Math.min(LEAST_CUT_TOKENS, whole) : whole;
}

/** A rung with the newest user message in it, whole unless the rung is the one that cuts it. */
function holding(input: PlanInput, candidate: Candidate, held: number): Candidate {
  if (candidate.rung === CUT_MESSAGE) return candidate;
  const whole = blockCost(input, held, candidate);
  if (candidate.cut?.position === held) {
    const { cut, ...rest } = candidate;
    return { ...rest, tokens: rest.tokens - cut.tokens + whole };
  }
  if (candidate.keep.includes(held)) return candidate;
  return { ...candidate, keep: [held, ...candidate.keep], tokens: candidate.tokens + whole };
}

function* rungs(input: PlanInput, room: RungRoom): Generator<Candidate> {
  if (input.policy.pruning === "user_messages") {
    yield* userMessageRungs(input, room);
    return;
  }
  yield* supersedeRung(input);
  yield* maskRung(input);
  switch (input.policy.pruning) {
    case "fifo":
      yield newestThatFit(input, room);
      break;
    case "semantic":
      yield* semanticRungs(input, room);
      break;
    default:
      yield* recentRungs(input);
  }
  yield* lowerRungs(input, room);
}

/** Everything stays, and superseded outputs were all that was too much: no evidence, no summary, no model. */
function* supersedeRung({ outline, policy, budget, supersededTokens = 0 }: PlanInput): Generator<Candidate> {
  if (outline.totalTokens > budget || outline.totalTokens + supersededTokens <= budget) return;
  const keep = blockPositions(outline, () => true);
  yield {
    rung: "supersede",
    turns: policy.keepRecentTurns,
    pairs: policy.keepToolIoPairs,
    keep,
    tokens: sumTokens(outline, keep),
    evidenceTokens: 0,
    last: false,
  };
}

/**
 * Everything stays; old tool outputs become evidence, first those that evidence shortens by half. The cheapest
 * step: no summary, no model. Only if the list is too large and enough is freed at once, so that the cached
 * prefix is not broken for little.
 */
function* maskRung(input: PlanInput): Generator<Candidate> {
  const { outline, policy, budget } = input;
  if (policy.maskMinTokens === 0 || outline.totalTokens <= budget) return;
  if (
    outline.pinnedTokens +
      sumTokens(
        outline,
        blockPositions(outline, ({ tool }) => !tool),
      ) >
    budget
  )
    return;
  let shown = 0;
  let evidenceBefore = outline.blocks.length;
  while (evidenceBefore > 0) {
    const outputs = outline.blocks[evidenceBefore - 1]?.tool ? input.outputTokens(evidenceBefore - 1) : [];
    shown += outputs.reduce((sum, tokens) => sum + tokens, 0);
    if (shown > policy.maskProtectTokens) break;
    evidenceBefore--;
  }
  const keep = blockPositions(outline, () => true);
  const whole = sumTokens(outline, keep) + (input.supersededTokens ?? 0);
  const { keepRecentTurns: turns, keepToolIoPairs: pairs } = policy;
  for (const evidenceOver of MASKED_OVER) {
    const size = { evidenceTokens: MASK_TOKENS, evidenceOver };
    const cost = (position: number): number => blockCost(input, position, { ...size, evidenceBefore });
    const tokens = keep.reduce((sum, position) => sum + cost(position), 0);
    if (whole - tokens < policy.maskMinTokens) continue;
    yield { rung: "mask", turns, pairs, keep, tokens, ...size, evidenceBefore, last: false };
  }
}

function blockPositions(
  outline: Outline,
  wanted: (block: OutlineBlock, position: number) => boolean,
): number[] {
  const positions: number[] = [];
  outline.blocks.forEach((block, position) => {
    if (!block.pinned && wanted(block, position)) positions.push(position);
  });
  return positions;
}

const lastTurn = (outline: Outline): number => outline.blocks.at(-1)?.turn ?? 0;

/** The last `turns` turns whole, and the last `pairs` tool blocks anywhere. Reads only those. */
function recent(outline: Outline, turns: number, pairs: number): Candidate {
  const from = lastTurn(outline) - turns + 1;
  const keep: number[] = [];
  let tools = pairs;
  for (let position = outline.blocks.length - 1; position >= 0; position--) {
    const block = outline.blocks[position] as OutlineBlock;
    if (block.turn < from && tools <= 0) break;
    const wanted = block.turn >= from || block.tool;
    if (block.pinned || !wanted) continue;
    if (block.tool) tools--;
    keep.push(position);
  }
  keep.reverse();
  const tokens = sumTokens(outline, keep);
  return {
    rung: `turns:${turns} pairs:${pairs}`,
    turns,
    pairs,
    keep,
    tokens,
    evidenceTokens: 0,
    last: false,
  };
}

const sumTokens = (outline: Outline, keep: readonly number[]): number =>
  keep.reduce((sum, position) => sum + (outline.blocks[position]?.tokens ?? 0), 0);

/** Fewer turns down to one, then fewer tool pairs down to one. */
function* recentRungs(input: PlanInput): Generator<Candidate> {
  const { outline, policy } = input;
  const turns = Math.max(1, Math.min(policy.keepRecentTurns, lastTurn(outline) + 1));
  const tools = blockPositions(outline, (block) => block.tool).length;
  const pairs = policy.pruning === "recency" ? 0 : Math.max(1, Math.min(policy.keepToolIoPairs, tools));
  for (const count of fewer(turns)) yield recent(outline, count, pairs);
  for (const count of fewer(pairs - 1)) yield recent(outline, 1, count);
}

/** One by one from a small number, by halves from a large one, so that the ladder stays short. */
function* fewer(from: number): Generator<number> {
  for (let count = from; count >= 1; count = count > 16 ? Math.floor(count / 2) : count - 1) yield count;
}

/** Everything but the oldest blocks, as much as fits. */
function newestThatFit(input: PlanInput, room: RungRoom): Candidate {
  const { outline, budget } = input;
  const held = heldPosition(input);
  const tokensOf = (position: number): number => outline.blocks[position]?.tokens ?? 0;
  const allowed = room.forKept - (held === undefined ? 0 : tokensOf(held));
  const whole = outline.totalTokens <= budget;
  const keep = blockPositions(outline, (_, position) => whole || position !== held);
  const newest = whole ? keep : takeNewest(keep, tokensOf, allowed);
  return {
    rung: "fifo",
    turns: input.policy.keepRecentTurns,
    pairs: input.policy.keepToolIoPairs,
    keep: newest,
    tokens: sumTokens(outline, newest),
    evidenceTokens: 0,
    last: false,
  };
}

function takeNewest(
  positions: readonly number[],
  cost: (position: number) => number,
  allowed: number,
): number[] {
  const taken: number[] = [];
  let left = allowed;
  for (const position of positions.toReversed()) {
    left -= cost(position);
    if (left < 0) break;
    taken.push(position);
  }
  return taken.reverse();
}

/** The recent turns, filled up with the older blocks that have most to do with the newest request. */
function* semanticRungs(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const { outline, relevance = [] } = input;
  const turns = Math.max(1, Math.min(input.policy.keepRecentTurns, lastTurn(outline) + 1));
  for (const count of fewer(turns)) {
    const base = recent(outline, count, 0);
    let left = outline.totalTokens <= input.budget ? Number.POSITIVE_INFINITY : room.forKept - base.tokens;
    if (left < 0) continue;
    const kept = new Set(base.keep);
    const older = blockPositions(outline, (_, position) => !kept.has(position));
    for (const position of older.sort((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || b - a)) {
      const tokens = outline.blocks[position]?.tokens ?? 0;
      if (tokens > left || ((relevance[position] ?? 0) <= 0 && left !== Number.POSITIVE_INFINITY)) continue;
      left -= tokens;
      kept.add(position);
    }
    const keep = [...kept];
    yield { ...base, rung: `semantic turns:${count}`, keep, tokens: sumTokens(outline, keep) };
  }
}

/** Evidence for the outputs of one turn and one pair, then a cut inside the turn, then the summary alone. */
function* lowerRungs(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const base = recent(input.outline, 1, input.policy.pruning === "recency" ? 0 : 1);
  const allowed = room.afterKeeping(base.tokens);
  const whole = newestWhole(input, base.keep, allowed);
  for (const part of whole === undefined ? [{}] : [{ evidenceBefore: whole }, {}]) {
    const cost = (evidenceTokens: number): number =>
      base.keep.reduce((sum, position) => sum + blockCost(input, position, { evidenceTokens, ...part }), 0);
    const evidenceTokens = largestThatFits(cost, allowed);
    if (evidenceTokens < LEAST_EVIDENCE_TOKENS) continue;
    const rung = `evidence:${evidenceTokens}`;
    yield { ...base, rung, tokens: cost(evidenceTokens), evidenceTokens, ...part };
  }
  yield* cutTurn(input, room);
  yield* bottom(input, room);
}

/** The newest outputs may take this share of the room that evidence leaves, to stay whole. */
const NEWEST_SHARE = 0.5;

/**
 * The position from which outputs stay whole while older ones are evidence: the agent works with the newest.
 * Undefined if not even the newest one fits next to evidence of the others.
 */
function newestWhole(input: PlanInput, keep: readonly number[], allowed: number): number | undefined {
  const bare = { evidenceTokens: CUT_EVIDENCE_TOKENS };
  const left = allowed - keep.reduce((sum, position) => sum + bounded(input, position, bare), 0);
  let from: number | undefined;
  let taken = 0;
  for (const position of keep.toReversed()) {
    const block = input.outline.blocks[position];
    if (!block?.tool) continue;
    taken += block.tokens - bounded(input, position, bare);
    if (taken > (from === undefined ? left : left * NEWEST_SHARE)) break;
    from = position;
  }
  return from;
}

/** The newest user message and a minimal summary, or only the summary if there is no such message. */
function* bottom(input: PlanInput, room: RungRoom): Generator<Candidate> {
  if (heldPosition(input) === undefined) yield SUMMARY_ALONE;
  else if (input.newestUser === "cut") yield* cutMessage(input, room);
  else for (const evidenceTokens of BOTTOM_EVIDENCE) yield newestAlone(input, room, evidenceTokens);
}

const SUMMARY_ALONE: Candidate = {
  rung: "summary",
  turns: 0,
  pairs: 0,
  keep: [],
  tokens: 0,
  evidenceTokens: 0,
  last: true,
};

/** The newest user message, and as much of what followed as leaves room for a summary. */
function newestAlone(input: PlanInput, room: RungRoom, evidenceTokens: number): Candidate {
  const held = heldPosition(input) ?? 0;
  const cost = (position: number): number => bounded(input, position, { evidenceTokens });
  const behind = blockPositions(input.outline, (_, position) => position > held);
  const newest = takeNewest(behind, cost, room.behindNewest(cost(held)));
  const keep = [held, ...newest];
  const tokens = keep.reduce((sum, position) => sum + cost(position), 0);
  return { rung: "newest", turns: 1, pairs: newest.length, keep, tokens, evidenceTokens, last: true };
}

/** The beginning and end of the newest user message, if it does not fit whole. */
function* cutMessage(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const { blocks, newestUser } = input.outline;
  const block = newestUser && blocks[newestUser.position];
  if (!block) return;
  const { position, index } = newestUser;
  const allowed = room.forCutMessage;
  const beside = Math.min(block.tokens - newestUser.tokens, Math.max(0, Math.floor(allowed / 2)));
  const tokens = Math.min(newestUser.tokens, allowed - beside);
  if (tokens < LEAST_CUT_TOKENS) return;
  yield {
    rung: CUT_MESSAGE,
    turns: 1,
    pairs: 0,
    keep: [position],
    tokens: tokens + beside,
    evidenceTokens: block.tool ? LEAST_EVIDENCE_TOKENS : 0,
    cut: { position, index, tokens },
    last: true,
  };
}

/** The largest size of evidence whose cost stays within `allowed`; below the minimum if none does. */
const largestThatFits = (cost: (evidenceTokens: number) => number, allowed: number): number =>
  largestWhere(LEAST_EVIDENCE_TOKENS, MOST_EVIDENCE_TOKENS, (tokens) => cost(tokens) <= allowed);

/** Tokens of a block as a candidate keeps it. */
function blockCost(
  input: PlanInput,
  position: number,
  size: Pick<Candidate, "evidenceTokens" | "evidenceOver" | "evidenceBefore">,
): number {
  const { evidenceTokens, evidenceBefore = Number.POSITIVE_INFINITY } = size;
  if (evidenceTokens > 0 && position < evidenceBefore) return bounded(input, position, size);
  return input.outline.blocks[position]?.tokens ?? 0;
}

/** Tokens of a block whose longer outputs are bounded. */
function bounded(
  input: PlanInput,
  position: number,
  size: Pick<Candidate, "evidenceTokens" | "evidenceOver">,
): number {
  const block = input.outline.blocks[position];
  if (!block) return 0;
  if (!block.tool) return block.tokens;
  const { evidenceTokens, evidenceOver = evidenceTokens } = size;
  const saved = input
    .outputTokens(position)
    .reduce((sum, tokens) => sum + (tokens > evidenceOver ? tokens - evidenceTokens : 0), 0);
  return block.tokens - saved;
}

/** The newest blocks of the last turn that fit, after the request that opened it if that fits in half. */
function* cutTurn(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const { outline } = input;
  const turn = lastTurn(outline);
  const own = blockPositions(outline, (block) => block.turn === turn);
  const held = heldPosition(input);
  const size = { evidenceTokens: CUT_EVIDENCE_TOKENS };
  const heldTokens = held === undefined ? 0 : bounded(input, held, size);
  const opening = own.filter((position) => position !== held && outline.blocks[position]?.opensTurn);
  const openingTokens = sumTokens(outline, opening);
  const withOpening = openingTokens <= (room.forKept - heldTokens) / 2;
  const first = [...(held === undefined ? [] : [held]), ...(withOpening ? opening : [])];
  const rest = own.filter((position) => position !== held && !opening.includes(position));
  const allowed = room.forKept - heldTokens - (withOpening ? openingTokens : 0);
  const tools = rest.filter((position) => outline.blocks[position]?.tool);
  const whole = newestWhole(input, tools.slice(-1), allowed * NEWEST_SHARE);
  const part = whole === undefined || (held ?? 0) > whole ? size : { ...size, evidenceBefore: whole };
  const cost = (position: number): number => blockCost(input, position, part);
  const newest = takeNewest(rest, cost, allowed);
  const keep = [...first, ...newest];
  if (keep.length === 0) return;
  const tokens = keep.reduce((sum, position) => sum + cost(position), 0);
  yield { rung: "cut", turns: 1, pairs: newest.length, keep, tokens, ...part, last: false };
}

/** A message that would keep less than this leaves completely. */
const LEAST_CUT_TOKENS = 64;

/** The user's messages, newest first, up to the allowed tokens that fit; then fewer, then none. */
function* userMessageRungs(input: PlanInput, room: RungRoom): Generator<Candidate> {
  const most = Math.min(input.policy.keepUserTokens, Math.max(0, room.forKept));
  for (let allowed = most; allowed >= LEAST_CUT_TOKENS; allowed = Math.floor(allowed / 2)) {
    yield userMessages(input.outline, allowed);
  }
  yield* bottom(input, room);
}

function userMessages(outline: Outline, allowed: number): Candidate {
  const own = blockPositions(outline, (block) => block.opensTurn && !block.clientContext);
  const whole = takeNewest(own, (position) => outline.blocks[position]?.tokens ?? 0, allowed);
  const tokens = sumTokens(outline, whole);
  const next = own.at(-whole.length - 1);
  const cut =
    next === undefined || allowed - tokens < LEAST_CUT_TOKENS
      ? undefined
      : {
          position: next,
          index: outline.blocks[next]?.indexes[0] ?? 0,
          tokens: allowed - tokens,
        };
  return {
    rung: `users:${allowed}`,
    turns: 0,
    pairs: 0,
    keep: cut ? [cut.position, ...whole] : whole,
    tokens: tokens + (cut?.tokens ?? 0),
    evidenceTokens: 0,
    ...(cut ? { cut } : {}),
    last: false,
  };
}
