import type { CompactEvent } from "./compact-event.js";

/** Receives every event, already validated and redacted. May fail: the engine warns once and goes on. */
export interface Exporter {
  readonly name: string;
  export(event: CompactEvent): void | Promise<void>;
  /** Called by `CompactManager.close()`. */
  close?(): Promise<void>;
}
