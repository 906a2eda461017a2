import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isRecord, stringOf } from "../wire-record.js";

interface SchemaFile {
  readonly $defs: Readonly<Record<string, Record<string, unknown>>>;
}

const SCHEMA_ID = "openai";

/**
 * The published schemas, brought in line with what the real API was recorded to send: `user` and `usage` may be null,
 * and a failed response may have the code `context_length_exceeded`. Alternatives are told apart by `type`, which
 * `oneOf` does not know.
 */
function readSchemas(): SchemaFile {
  const path = new URL("./__fixtures__/openai-responses-schemas.json", import.meta.url);
  const text = readFileSync(path, "utf8").replaceAll('"oneOf"', '"anyOf"');
  return JSON.parse(text, (key, value: unknown) => {
    if ((key === "user" || key === "usage") && isRecord(value)) return { anyOf: [value, { type: "null" }] };
    if (key === "ResponseErrorCode" && isRecord(value) && Array.isArray(value["enum"])) {
      return { ...value, enum: [...(value["enum"] as unknown[]), "context_length_exceeded"] };
    }
    return value;
  }) as SchemaFile;
}

const schemas = readSchemas();
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schemas, SCHEMA_ID);

const validators = new Map<string, ValidateFunction>();

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const compiled = ajv.compile({ $ref: `${SCHEMA_ID}#/$defs/${name}` });
  validators.set(name, compiled);
  return compiled;
}

/** The schema of each stream event, by its `type`. */
const eventSchemas = new Map(
  Object.keys(schemas.$defs)
    .filter((name) => /^Response\w+Event$/u.test(name))
    .flatMap((name): [string, string][] => {
      const properties = schemas.$defs[name]?.["properties"];
      const type = isRecord(properties) ? properties["type"] : undefined;
      const values = isRecord(type) ? type["enum"] : undefined;
      return Array.isArray(values) ? [[String(values[0]), name]] : [];
    }),
);

const BODY_SCHEMAS: Readonly<Record<string, string>> = {
  response: "Response",
  "response.compaction": "CompactResource",
  "response.input_tokens": "TokenCountsResource",
};

function problems(name: string | undefined, value: unknown, what: string): string[] {
  if (name === undefined) return [`${what} has no schema`];
  const validate = validatorOf(name);
  if (validate(value)) return [];
  return [`${what} does not match ${name}: ${ajv.errorsText(validate.errors)}`];
}

/** In which ways a JSON body differs from its schema. */
export function bodyProblems(body: unknown): string[] {
  if (!isRecord(body)) return ["the body is not an object"];
  if ("error" in body && !("object" in body)) return problems("ErrorResponse", body, "the error");
  if (body["deleted"] === true) return [];
  return problems(BODY_SCHEMAS[stringOf(body["object"])], body, `the body (${stringOf(body["object"])})`);
}

/** Newer than the published schemas; its shape is that of the official client's types. */
function compactingProblems(event: Readonly<Record<string, unknown>>): string[] {
  const fields = Object.keys(event).sort().join(" ");
  return fields === "item_id output_index sequence_number type"
    ? []
    : [`compacting has the fields ${fields}`];
}

/** In which ways an event of a stream differs from its schema. */
export function eventProblems(event: unknown): string[] {
  if (!isRecord(event)) return ["the event is not an object"];
  const type = stringOf(event["type"]);
  if (type === "response.compaction.compacting") return compactingProblems(event);
  return problems(eventSchemas.get(type), event, `the event ${type}`);
}
