import type { Format } from "./format.js";
import type { WireRecord } from "./reading/wire-record.js";

/** How the requests of a format's API look, for a file that holds one. */
export interface RequestShape {
  /** The key of the list, where no other format uses it. */
  readonly listKey?: string;
  /** A text may stand in place of the list. */
  readonly takesText?: boolean;
  /** True for a request of this API that has its list under a key that several use. */
  matches?(request: WireRecord): boolean;
}

/** A format of the registry: what detection and files ask of it beyond its items. All of it is optional. */
export interface KnownFormat<W extends object = object> extends Format<W> {
  /** True for an item that no other format has: one decides for the whole list, whatever stands beside it. */
  decides?(item: unknown): boolean;
  /** True for a list of this format. @default every item matches; never, for a format with `decides` */
  describes?(items: readonly unknown[]): boolean;
  /** True for a foreign item that may stand among its own where no format describes the whole list. */
  admits?(item: unknown): boolean;
  /** Its messages without a type are those of another format too: a session of them is looked at anew. */
  readonly sharesMessages?: boolean;
  readonly request?: RequestShape;
}
