import type { Format } from "./format.js";
import type { LineProblem } from "./reading/jsonl-file.js";
import type { RecordedRequest } from "./recorded-request.js";

/** A conversation read from a file, with the file's other data and a way to write it back. */
export interface ConversationFile {
  readonly format: Format;
  readonly items: readonly object[];
  readonly instructions?: string;
  readonly tools?: readonly unknown[];
  readonly targetTokens?: number;
  /** The requests that the tool sent, as it recorded them; only for session files that tell. */
  readonly requests?: readonly RecordedRequest[];
  /** The model's window, if the file tells it. */
  readonly maxContextTokens?: number;
  readonly model?: string;
  readonly sessionId?: string;
  /**
   * Items that the tool's own compactions removed and the file still holds, oldest first; only for session files.
   */
  readonly earlier?: readonly object[];
  /** Lines of a JSONL file that could not be read. */
  readonly problems: readonly LineProblem[];
  /** The file with `window` in place of its conversation, in its own shape. */
  write(window: readonly object[]): string;
}
