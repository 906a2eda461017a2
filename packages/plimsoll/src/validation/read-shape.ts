import { isRecord } from "../text/is-record.js";
import { type Problem, unknownName, unreadable, wrongValue } from "./problem.js";
import type { Fields, MapShape, NumberShape, ObjectShape, Shape, SimpleShape, TextShape } from "./shape.js";
import { shapeWords } from "./shape-words.js";

/** Where reading stands, and what was found wrong on the way. */
export interface Reading {
  readonly path: string;
  readonly problems: Problem[];
  /** The longest text where a shape does not say. */
  readonly maxText?: number;
}

/** More are not told. */
const MAX_PROBLEMS = 50;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/;

/**
 * A copy of the value as far as its shape reaches, without what is wrong; the problems say what that was. What a shape
 * does not look into is the very same. Never throws, whatever the value is.
 */
export function readShape(shape: Shape, value: unknown, reading: Reading): unknown {
  try {
    if (typeof shape === "string" || !("kind" in shape)) return holdsOrNot(shape, value, reading);
    switch (shape.kind) {
      case "list":
        return readList(shape, value, reading);
      case "map":
        return readMap(shape, value, reading);
      case "object":
        return readObject(shape, value, reading);
      case "either":
        return readEither(shape, value, reading);
      default:
        return holdsOrNot(shape, value, reading);
    }
  } catch {
    return refuse(unreadable(reading.path), reading);
  }
}

/** The fields of an object as far as they are given and right; a key with a `?` may be absent. */
export function readFields(
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, shape] of Object.entries(fields)) {
    const name = fieldName(key);
    const at = { ...reading, path: reading.path === "" ? name : `${reading.path}.${name}` };
    const before = at.problems.length;
    const given = own(value, name, at);
    if (at.problems.length > before || (given === undefined && name !== key)) continue;
    const read = readShape(shape, given, at);
    if (read !== undefined) values[name] = read;
  }
  return values;
}

/** The name of a field without the mark that it may be absent. */
export const fieldName = (key: string): string => (key.endsWith("?") ? key.slice(0, -1) : key);

function refuse(problem: Problem, { problems }: Reading): undefined {
  if (problems.length < MAX_PROBLEMS) problems.push(problem);
  return undefined;
}

function own(value: Readonly<Record<string, unknown>>, name: string, reading: Reading): unknown {
  try {
    return Object.hasOwn(value, name) ? value[name] : undefined;
  } catch {
    return refuse(unreadable(reading.path), reading);
  }
}

type Plain = Exclude<Shape, { readonly kind: "list" | "map" | "object" | "either" }>;

function holdsOrNot(shape: Plain, value: unknown, reading: Reading): unknown {
  if (holds(shape, value, reading.maxText)) return value;
  const because = typeof shape === "object" && "whyNot" in shape ? shape.whyNot?.(value) : undefined;
  const problem = wrongValue(reading.path, value, shapeWords(shape));
  return refuse({ ...problem, ...(because === undefined ? {} : { because }) }, reading);
}

function holds(shape: Plain, value: unknown, maxText = Number.POSITIVE_INFINITY): boolean {
  if (typeof shape === "string") return holdsSimple(shape, value, maxText);
  if (!("kind" in shape)) return typeof value === "string" && shape.includes(value);
  if (shape.kind === "text") return isText(shape, value, maxText);
  return shape.kind === "number" ? isNumber(shape, value) : shape.holds(value);
}

function holdsSimple(shape: SimpleShape, value: unknown, maxText: number): boolean {
  switch (shape) {
    case "text":
      return typeof value === "string" && value.length <= maxText;
    case "number":
      return Number.isFinite(value);
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "flag":
      return typeof value === "boolean";
    case "time":
      return typeof value === "string" && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value));
    case "function":
      return typeof value === "function";
    case "record":
      return isRecord(value);
    case "list":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "anything":
      return true;
  }
}

function isText({ min = 0, max, pattern }: TextShape, value: unknown, maxText: number): boolean {
  if (typeof value !== "string" || value.length < min || value.length > (max ?? maxText)) return false;
  return pattern === undefined || pattern.test(value);
}

function isNumber({ min = -Infinity, max = Infinity, whole, above }: NumberShape, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (whole === true && !Number.isSafeInteger(value)) return false;
  return (above === true ? value > min : value >= min) && value <= max;
}

function readList(
  shape: Extract<Shape, { readonly kind: "list" }>,
  value: unknown,
  reading: Reading,
): unknown {
  const { of, max = Number.POSITIVE_INFINITY } = shape;
  if (!Array.isArray(value) || value.length > max)
    return refuse(wrongValue(reading.path, value, shapeWords(shape)), reading);
  const entries: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    const entry = readShape(of, value[index], { ...reading, path: `${reading.path}[${index}]` });
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function readMap(shape: MapShape, value: unknown, reading: Reading): unknown {
  if (!isRecord(value)) return refuse(wrongValue(reading.path, value, shapeWords(shape)), reading);
  const names = Object.keys(value);
  if (names.length > (shape.max ?? Number.POSITIVE_INFINITY))
    return refuse(wrongValue(reading.path, value, shapeWords(shape)), reading);
  const { of, keys } = shape;
  const entries = names.flatMap((name): [string, unknown][] => {
    const at = { ...reading, path: pathTo(reading, name) };
    if (keys && !keys.includes(name)) refuse(unknownName(at.path, name, keys), reading);
    const read = readShape(of, own(value, name, at), at);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

function readObject({ fields, others, ...shape }: ObjectShape, value: unknown, reading: Reading): unknown {
  if (!isRecord(value)) return refuse(wrongValue(reading.path, value, shape.be ?? "an object"), reading);
  if (others !== "left out") {
    const known = new Set(Object.keys(fields).map(fieldName));
    for (const name of Object.keys(value))
      if (!known.has(name)) refuse(unknownName(pathTo(reading, name), name, [...known]), reading);
  }
  return readFields(fields, value, reading);
}

const MAX_NAME = 80;
const pathTo = ({ path }: Reading, name: string): string =>
  path === "" ? name.slice(0, MAX_NAME) : `${path}.${name.slice(0, MAX_NAME)}`;

/** By the first shape that the value is of; where it is of none, the problem names them all. */
function readEither(
  shape: Extract<Shape, { readonly kind: "either" }>,
  value: unknown,
  reading: Reading,
): unknown {
  for (const of of shape.of) {
    const problems: Problem[] = [];
    const read = readShape(of, value, { ...reading, problems });
    if (problems.length === 0) return read;
  }
  return refuse(wrongValue(reading.path, value, shapeWords(shape)), reading);
}
