import type { Format } from "./format.js";
import type { LineProblem } from "./reading/jsonl-file.js";

/** A conversation read from a file, with what the file says beside it and a way to write it back. */
export interface ConversationFile {
  readonly format: Format;
  readonly items: readonly object[];
  readonly instructions?: string;
  readonly tools?: readonly unknown[];
  readonly targetTokens?: number;
  readonly model?: string;
  readonly sessionId?: string;
  /** What the tool's own compactions removed and the file still holds, oldest first; of session files only. */
  readonly earlier?: readonly object[];
  /** Lines of a JSONL file that could not be read. */
  readonly problems: readonly LineProblem[];
  /** The file with `window` in place of its conversation, in its own shape. */
  write(window: readonly object[]): string;
}
