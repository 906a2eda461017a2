import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { isRecord } from "../../text/is-record.js";

const known = new WeakMap<object, unknown>();

/** Tools as the provider receives them: name, description and JSON Schema; plain data stays unchanged. */
export function toolSchemas(tools: readonly unknown[]): unknown[] {
  return tools.map((tool) => {
    if (!isRecord(tool)) return tool;
    let schema = known.get(tool);
    if (schema === undefined) {
      schema = schemaOf(tool);
      known.set(tool, schema);
    }
    return schema;
  });
}

function schemaOf(tool: Readonly<Record<string, unknown>>): unknown {
  const { name, description, schema } = tool;
  if (typeof name !== "string" || schema === undefined) return tool;
  return { name, description, parameters: jsonSchemaOf(schema) };
}

/** A schema without JSON form is left out of the count; the model binding refuses it anyway. */
function jsonSchemaOf(schema: unknown): unknown {
  try {
    return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]);
  } catch {
    return {};
  }
}
