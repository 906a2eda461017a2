import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";

const KEYWORDS = ["anyOf", "oneOf", "allOf"] as const;
const LONGEST_NOTE = 4000;

export interface JoinedSchema {
  readonly schema: JsonRecord;
  /** What the schema can no longer say. */
  readonly note?: string;
}

/**
 * The schema of a tool's arguments without alternatives at its top, which the API refuses there: it has the properties of all of them,
 * and what they demand together is for the model to read.
 */
export function joinedSchema(schema: JsonRecord): JoinedSchema {
  const used = KEYWORDS.filter((keyword) => keyword in schema);
  if (used.length === 0) return { schema };
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !used.some((one) => one === key)));
  const branches = used.flatMap((keyword) => recordsIn(schema[keyword]));
  const required = [rest, ...recordsIn(schema["allOf"])].flatMap(namesRequired);
  const said = Object.fromEntries(used.map((keyword) => [keyword, schema[keyword]]));
  return {
    schema: {
      ...rest,
      type: "object",
      properties: joinedProperties([...branches, rest]),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    },
    note: `The arguments must also fit this schema: ${exactText(said).slice(0, LONGEST_NOTE)}`,
  };
}

const namesRequired = ({ required }: JsonRecord): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];

/** Where two alternatives speak of one property, either form of it is right. */
function joinedProperties(schemas: readonly JsonRecord[]): JsonRecord {
  const found = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    for (const [name, value] of Object.entries(isRecord(properties) ? properties : {})) {
      const forms = found.get(name) ?? [];
      const isNew = !forms.some((form) => JSON.stringify(form) === JSON.stringify(value));
      found.set(name, isNew ? [...forms, value] : forms);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, forms]) => [name, forms.length === 1 ? forms[0] : { anyOf: forms }]),
  );
}
