import type { Format } from "./format.js";
import type { LineProblem } from "./reading/jsonl-file.js";
import type { RecordedRequest } from "./recorded-request.js";

/** The session file of a real tool, read as the conversation that its model would be sent. */
export interface SessionFile<W extends object = object> {
  readonly format: Format<W>;
  /** The effective history: what the tool's own compactions left, plus later items. */
  readonly items: readonly W[];
  readonly sessionId?: string;
  /**
   * Items that the tool's own compactions removed and the file still holds, oldest first; only for session files.
   */
  readonly earlier?: readonly W[];
  /** The requests that the tool sent, as it recorded them; only for session files that tell. */
  readonly requests?: readonly RecordedRequest[];
  /** The model's window, if the file tells it. */
  readonly maxContextTokens?: number;
  readonly model?: string;
  readonly instructions?: string;
  /** Lines that could not be read; the others were. */
  readonly problems: readonly LineProblem[];
  /** The file with `window` as its effective history, in the tool's own format. Deterministic. */
  write(window: readonly W[]): string;
}
