import type { WireRecord } from "../formats/reading/wire-record.js";
import type { SyntheticEmitter } from "./synthetic-step.js";

/** What the testing kit knows of a wire format. */
export interface FormatKit {
  /** Shapes synthetic turns as its items. */
  readonly emitter: SyntheticEmitter;
  /** What its provider would refuse of a list, one message per refusal. */
  refusals(items: readonly unknown[]): string[];
  /**
   * What a host may set anew on an item that it sends again, besides its id; `undefined` for an item that gets no new id.
   * Absent where items have no ids.
   */
  freshFields?(item: WireRecord): object | undefined;
  /** The item with a cache mark. Absent where the provider takes none. */
  marked?(item: WireRecord): object;
}
