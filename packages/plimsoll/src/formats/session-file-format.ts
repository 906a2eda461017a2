import type { KnownFormat } from "./known-format.js";
import type { JsonlFile } from "./reading/jsonl-file.js";
import type { WireRecord } from "./reading/wire-record.js";
import type { SessionFile } from "./session-file.js";

/** How the session files of a real tool are recognised and read. */
export interface SessionFileFormat<W extends object = object> {
  readonly name: string;
  /** The format of the items. */
  readonly format: KnownFormat<W>;
  /** True if the records of a JSONL file are a session of the tool. */
  matches(records: readonly WireRecord[]): boolean;
  /** `file` is the text, parsed. */
  read(text: string, file: JsonlFile): SessionFile<W>;
}
