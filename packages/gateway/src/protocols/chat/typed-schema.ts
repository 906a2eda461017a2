import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

const MAX_DEPTH = 32;
/** Keywords that say by themselves what a value is. */
const DESCRIBED = ["$ref", "anyOf", "oneOf", "allOf", "type"] as const;
const LISTS = ["anyOf", "oneOf", "allOf"] as const;

/** A JSON schema in which every property says its type, as Kimi wants it. Types are added, never changed. */
export function typedSchema(schema: JsonRecord, depth = 0): JsonRecord {
  if (depth > MAX_DEPTH) return schema;
  const typed: Record<string, unknown> = { ...schema };
  if (!DESCRIBED.some((key) => schema[key] !== undefined)) typed["type"] = guessType(schema);
  for (const key of LISTS) {
    const list = schema[key];
    if (Array.isArray(list)) typed[key] = list.map((entry) => typedValue(entry, depth));
  }
  for (const key of ["items", "additionalProperties"])
    if (isRecord(schema[key])) typed[key] = typedValue(schema[key], depth);
  for (const key of ["properties", "$defs", "definitions"]) {
    const entries = schema[key];
    if (!isRecord(entries)) continue;
    typed[key] = Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [name, typedValue(value, depth)]),
    );
  }
  return typed;
}

function typedValue(value: unknown, depth: number): unknown {
  return isRecord(value) ? typedSchema(value, depth + 1) : value;
}

function guessType(schema: JsonRecord): string {
  if (schema["properties"] !== undefined) return "object";
  if (schema["items"] !== undefined) return "array";
  const [value] = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"] ?? schema["default"]];
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" && value !== null ? "object" : "string";
}
