import type { ItemRow } from "./item-row.js";

/** An item, and a range of its text or of its JSON. */
export interface ItemDetail extends ItemRow {
  /** What `part` is a part of: the readable text, or the item as it goes over the wire. */
  readonly of: "text" | "wire";
  readonly part: string;
  readonly start: number;
  /** Characters of the whole. */
  readonly length: number;
}
