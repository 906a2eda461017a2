import type { CompactEvent } from "./compact-event.js";
import type { Exporter } from "./exporter.js";

/** Hands every event to a function of the caller's. */
export function callbackExporter(
  callback: (event: CompactEvent) => void | Promise<void>,
  options: { readonly name?: string } = {},
): Exporter {
  return { name: options.name ?? "callback", export: callback };
}
