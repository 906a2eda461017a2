import type { JsonRecord } from "../json/json-record.js";

/** What an item under construction needs from its writer. */
export interface ItemSite {
  readonly outputIndex: number;
  emit(type: string, fields: JsonRecord): void;
}
