/** A call of a recall tool, with the client's information about its origin. */
export interface RecallCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the client sent in addition to the arguments. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The client's working directory; undefined if unknown. */
  directory(): Promise<string | undefined>;
}

/** Answers a call with JSON text; throws if it cannot. */
export type AnswerCall = (call: RecallCall) => Promise<string>;

const CODEX_TURN = "x-codex-turn-metadata";

/** The Codex thread of the call: `threadId`, in older versions only inside the turn's metadata. */
export function threadOf(meta: RecallCall["meta"]): string | undefined {
  const turn = parsed(meta[CODEX_TURN]);
  return textOf(meta["threadId"]) ?? textOf(isRecord(turn) ? turn["thread_id"] : undefined);
}

/** The id under which Claude Code's own transcript knows the call. */
export function toolUseOf(meta: RecallCall["meta"]): string | undefined {
  return textOf(meta["claudecode/toolUseId"]);
}

/** A header carries the same metadata as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= 512 ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
