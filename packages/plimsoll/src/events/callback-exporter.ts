import { checkedOptions } from "../validation/checked-options.js";
import { shownValue } from "../validation/shown-value.js";
import { CompactError } from "../errors/compact-error.js";
import type { CompactEvent } from "./compact-event.js";
import type { Exporter } from "./exporter.js";

/** Hands every event to a function of the caller's. */
export function callbackExporter(
  callback: (event: CompactEvent) => void | Promise<void>,
  options?: { readonly name?: string },
): Exporter {
  if (typeof callback !== "function")
    throw new CompactError(
      "INVALID_CONFIG",
      `callbackExporter: the callback is ${shownValue(callback)}; it must be a function.`,
    );
  const { name = "callback" } = checkedOptions<{ name?: string }>(options, {
    what: "callbackExporter",
    code: "INVALID_CONFIG",
    fields: { name: "text" },
  });
  return { name, export: callback };
}
