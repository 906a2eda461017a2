import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** Keywords that the API refuses in `output_config.format`; the model is told of them in words. */
const REFUSED: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);
const KEYED: ReadonlySet<string> = new Set(["properties", "$defs", "definitions", "patternProperties"]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const MOST_DEPTH = 64;

/**
 * A schema as structured output wants it: objects are closed, alternatives are `anyOf`, and limits that the API refuses stand in
 * the description.
 */
export function closedSchema(schema: JsonRecord, depth = 0): JsonRecord {
  if (depth > MOST_DEPTH) return {};
  const entries = Object.entries(schema).filter(([key, value]) => !isRefused(key, value));
  const refused = Object.entries(schema).filter(([key, value]) => isRefused(key, value));
  const closed = Object.fromEntries(entries.map(([key, value]) => closedEntry(key, value, depth + 1)));
  return {
    ...closed,
    ...(refused.length === 0 ? {} : { description: describe(schema["description"], refused) }),
    ...(isObjectSchema(schema) ? { additionalProperties: false } : {}),
  };
}

function isRefused(key: string, value: unknown): boolean {
  if (key === "minItems") return value !== 0 && value !== 1;
  return REFUSED.has(key);
}

function isObjectSchema({ type, properties }: JsonRecord): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object")) || isRecord(properties);
}

function closedEntry(key: string, value: unknown, depth: number): [string, unknown] {
  if (LISTS.has(key) && Array.isArray(value)) {
    const schemas = value.map((entry: unknown) => (isRecord(entry) ? closedSchema(entry, depth) : entry));
    return [key === "oneOf" ? "anyOf" : key, schemas];
  }
  if (!isRecord(value)) return [key, value];
  if (key === "items") return [key, closedSchema(value, depth)];
  if (!KEYED.has(key)) return [key, value];
  const inner = Object.entries(value).map(([name, entry]): [string, unknown] => [
    name,
    isRecord(entry) ? closedSchema(entry, depth) : entry,
  ]);
  return [key, Object.fromEntries(inner)];
}

function describe(description: unknown, refused: readonly (readonly [string, unknown])[]): string {
  const limits = refused.map(([key, value]) => `${key}: ${exactText(value)}`).join(", ");
  return typeof description === "string" && description !== "" ? `${description} (${limits})` : limits;
}
