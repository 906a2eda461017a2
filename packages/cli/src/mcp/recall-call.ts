/** A call of a recall tool, with what the client says about who makes it. */
export interface RecallCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the client sent beside the arguments. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The directory that the client works in; undefined where it cannot be known. */
  directory(): Promise<string | undefined>;
}

/** Answers a call with JSON text; throws where it cannot. */
export type AnswerCall = (call: RecallCall) => Promise<string>;

const CODEX_TURN = "x-codex-turn-metadata";

/** The thread that Codex says the call comes from: `threadId`, in older versions only inside of the turn's metadata. */
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
