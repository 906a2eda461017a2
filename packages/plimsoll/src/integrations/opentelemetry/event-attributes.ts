import type { Attributes, AttributeValue } from "@opentelemetry/api";
import type { CompactEvent } from "../../events/compact-event.js";

/** Said by the span, the metric or the record itself. */
const HEAD: ReadonlySet<string> = new Set(["ts", "event", "session_id", "model", "severity"]);
const MAX_LIST = 50;

/** The fields of an event as attributes: objects flattened with dots, long lists cut, nothing else changed. */
export function eventAttributes(event: CompactEvent): Attributes {
  const attributes: Attributes = {};
  for (const [key, value] of Object.entries(event))
    if (!HEAD.has(key)) addAttribute(attributes, `plimsoll.${key}`, value);
  return attributes;
}

function addAttribute(attributes: Attributes, key: string, value: unknown): void {
  if (isScalar(value)) attributes[key] = value;
  else if (Array.isArray(value)) attributes[key] = listAttribute(value);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) addAttribute(attributes, `${key}.${name}`, inner);
}

function listAttribute(values: readonly unknown[]): AttributeValue {
  return values
    .slice(0, MAX_LIST)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
