import type { Piece } from "../../evidence/piece.js";
import { cutLong } from "./cut-long.js";
import { type DistinctErrors, LEAST_ERROR_VALUE, MESSAGE_VALUE } from "./distinct-errors.js";
import type { NamesRoom } from "./failing-tests.js";
import { foldAlike } from "./fold-alike.js";

/** The share of the budget that names may take where errors need room too. */
const NAMES_SHARE = 0.6;
/** What the header takes, and what is left for the summary beside names and errors. */
const HEADER_TOKENS = 50;
const USABLE_SHARE = 0.97;

/** What is shown of a test run beside its errors. */
interface RunParts {
  readonly errors: DistinctErrors;
  readonly rest: readonly Piece[];
  /** The names of failing tests, as shortly as they must be printed. */
  readonly namesIn: (room: NamesRoom) => readonly Piece[];
}

interface Budget {
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/**
 * The names, errors and other lines of a test run, names and errors as short as they must be to fit. Where it is known what
 * was wrong with each test, other errors take only the room that this leaves.
 */
export function shareRoom(
  { errors, rest, namesIn }: RunParts,
  { maxTokens, count }: Budget,
): readonly Piece[] {
  const least = errors.hasMessages ? MESSAGE_VALUE : LEAST_ERROR_VALUE;
  const usable = (maxTokens - HEADER_TOKENS) * USABLE_SHARE;
  const left = usable - errors.tokensUpTo(maxTokens, count);
  const names = namesIn({ whole: left, grouped: Math.max(usable * NAMES_SHARE, left) });
  const beside = [...names, ...rest.filter(({ value }) => value >= least)];
  const tokens = maxTokens - HEADER_TOKENS - count(beside.map(({ text }) => text).join("\n"));
  const room = { tokens, least, count };
  return [...names, ...foldAlike(cutLong(errors.pieces(), room), room), ...rest];
}
