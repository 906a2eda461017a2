import type { EventDraft } from "../../events/compact-event.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import type { BackOffOptions, Sleep } from "../transport/back-off-options.js";
import type { ResponsesTransport } from "../transport/responses-transport.js";
import type { WindowItem } from "../window/window-item.js";

/** The inputs of a remote compaction, including everything with side effects. */
export interface RemoteParts {
  readonly transport: ResponsesTransport<unknown, unknown>;
  readonly meter: ItemMeter<WindowItem>;
  readonly redactor: Redactor;
  readonly backOff: Required<BackOffOptions>;
  readonly sleep: Sleep;
  /** For all attempts of one compaction, in milliseconds; absent or 0 for no limit. */
  readonly limitMilliseconds?: number;
  /** ISO 8601. */
  now(): string;
  emit(event: EventDraft): void;
}
