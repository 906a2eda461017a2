import type { WireRecord } from "../formats/reading/wire-record.js";
import type { SyntheticEmitter } from "./synthetic-step.js";

/** What the testing kit knows about a wire format. */
export interface FormatKit {
  /** Shapes synthetic turns as its items. */
  readonly emitter: SyntheticEmitter;
  /** One message for each reason why its provider would refuse the list. */
  refusals(items: readonly unknown[]): string[];
  /**
   * Fields that a host may change on an item that it sends again, besides its id; `undefined` for an item that
   * gets no new id. Absent if items have no ids.
   */
  freshFields?(item: WireRecord): object | undefined;
  /** The item with a cache mark. Absent if the provider has none. */
  marked?(item: WireRecord): object;
}
