import type { Format } from "./format.js";
import type { WireRecord } from "./reading/wire-record.js";

/** How the requests of a format's API look, for a file that holds one. */
export interface RequestShape {
  /** The key of the list, if no other format uses it. */
  readonly listKey?: string;
  /** The list may be a plain text instead. */
  readonly takesText?: boolean;
  /** True for a request of this API that has its list under a key that several use. */
  matches?(request: WireRecord): boolean;
}

/** A format of the registry, with optional answers for detection and files. */
export interface KnownFormat<W extends object = object> extends Format<W> {
  /** True for an item that no other format has: a single one decides for the whole list. */
  decides?(item: unknown): boolean;
  /** True for a list of this format. @default every item matches; never, for a format with `decides` */
  describes?(items: readonly unknown[]): boolean;
  /** True for a foreign item that may occur among its own items when no format describes the whole list. */
  admits?(item: unknown): boolean;
  /** Its messages without a type also fit another format, so a session of them is detected again. */
  readonly sharesMessages?: boolean;
  readonly request?: RequestShape;
}
