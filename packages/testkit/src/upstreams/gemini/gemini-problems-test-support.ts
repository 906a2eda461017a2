import { readFileSync } from "node:fs";
import { isRecord, type WireRecord } from "../../wire-record.js";

interface Field {
  readonly type: string;
  readonly rule?: "repeated";
  readonly keyType?: string;
  readonly json_name?: string;
  readonly required?: boolean;
}

/** A message or an enumeration of the API's own description. */
interface Type {
  readonly fields?: Readonly<Record<string, Field>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
  readonly values?: readonly string[];
  readonly nested?: Readonly<Record<string, Type>>;
}

/** In use, documented, and newer than the description. */
const NEWER: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ThinkingConfig: { thinkingLevel: { type: "ThinkingLevel" } },
  ToolConfig: { includeServerSideToolInvocations: { type: "bool" } },
};
const LEVELS: Type = { values: ["THINKING_LEVEL_UNSPECIFIED", "MINIMAL", "LOW", "MEDIUM", "HIGH"] };

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  bytes: (value) => typeof value === "string" && /^[A-Za-z0-9+/_-]*={0,2}$/u.test(value),
  int32: (value) => Number.isInteger(value),
  int64: (value) => Number.isInteger(value) || (typeof value === "string" && /^-?\d+$/u.test(value)),
  float: (value) => typeof value === "number",
  double: (value) => typeof value === "number",
  "google.protobuf.Value": (value) => value !== undefined,
  "google.protobuf.Struct": isRecord,
  "google.protobuf.Duration": (value) => typeof value === "string",
};

const path = new URL("../__fixtures__/gemini-messages.json", import.meta.url);
const types: Readonly<Record<string, Type>> = {
  ...(JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, Type>>),
  ThinkingLevel: LEVELS,
};

/** Where a value is, and inside which messages a name is looked up, the innermost last. */
interface Place {
  readonly path: string;
  readonly scope: readonly Type[];
}

/** In which ways a value differs from a message of the API. */
export function geminiProblems(name: string, value: unknown): string[] {
  return checkValue({ type: name }, value, { path: "", scope: [] });
}

function findType(name: string, scope: readonly Type[]): Type | undefined {
  const [first = "", ...rest] = name.split(".");
  const tables = [...scope.map(({ nested }) => nested).reverse(), types];
  const outer = tables.find((table) => table?.[first] !== undefined)?.[first];
  return rest.reduce<Type | undefined>((type, part) => type?.nested?.[part], outer);
}

function checkValue(field: Field, value: unknown, place: Place): string[] {
  const scalar = SCALARS[field.type];
  if (scalar) return scalar(value) ? [] : [`${place.path}: is no ${field.type}`];
  const type = findType(field.type, place.scope);
  if (type === undefined) return [`${place.path}: ${field.type} is not described`];
  if (type.values) {
    return type.values.includes(String(value)) ? [] : [`${place.path}: ${String(value)} is no ${field.type}`];
  }
  if (!isRecord(value)) return [`${place.path}: is no ${field.type}`];
  return checkMessage(type, value, { ...place, name: field.type });
}

function checkMessage(type: Type, value: WireRecord, place: Place & { readonly name: string }): string[] {
  const fields = new Map(
    Object.entries({ ...type.fields, ...NEWER[place.name] }).map(([name, field]) => [
      field.json_name ?? name,
      field,
    ]),
  );
  const scope = [...place.scope, type];
  const inner = Object.entries(value).flatMap(([key, entry]) => {
    const field = fields.get(key);
    const at = { path: `${place.path}/${key}`, scope };
    return field ? checkField(field, entry, at) : [`${at.path}: Unknown name "${key}"`];
  });
  const oneofs = Object.entries(type.oneofs ?? {}).flatMap(([name, { oneof }]) => {
    const set = oneof.filter((key) => value[key] !== undefined);
    return set.length > 1 ? [`${place.path}: oneof ${name} is set by ${set.join(" and ")}`] : [];
  });
  return [...inner, ...oneofs];
}

function checkField(field: Field, value: unknown, place: Place): string[] {
  if (field.keyType !== undefined) {
    if (!isRecord(value)) return [`${place.path}: is no map`];
    return Object.entries(value).flatMap(([key, entry]) =>
      checkValue(field, entry, { ...place, path: `${place.path}/${key}` }),
    );
  }
  if (field.rule !== "repeated") return checkValue(field, value, place);
  if (!Array.isArray(value)) return [`${place.path}: is no list`];
  return value.flatMap((entry: unknown, index) =>
    checkValue(field, entry, { ...place, path: `${place.path}/${index}` }),
  );
}
