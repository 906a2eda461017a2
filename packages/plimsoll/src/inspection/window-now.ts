import type { WindowReason } from "../engine/follow/window-item.js";
import type { ItemRow } from "./item-row.js";

/** An item that the model sees. */
export interface WindowRow extends ItemRow {
  readonly reason: WindowReason;
  /** Of the window's items, from 0 to 1. */
  readonly share: number;
}

/** What the model sees of a session now, in order. */
export interface WindowNow {
  readonly items: readonly WindowRow[];
  /** How many there are; the list has the first thousands of them. */
  readonly total: number;
  readonly tokens: number;
  readonly max: number;
  readonly trigger: number;
  readonly hardLimit: number;
}
