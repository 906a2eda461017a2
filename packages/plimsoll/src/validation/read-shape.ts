import { isRecord } from "../text/is-record.js";
import { holdsShape, type PlainShape } from "./holds-shape.js";
import { type Problem, unknownName, unreadable, wrongValue } from "./problem.js";
import type { EitherShape, Fields, ListShape, MapShape, ObjectShape, Shape } from "./shape.js";
import { shapeWords } from "./shape-words.js";

/** How a value is read, and what was found wrong with it. */
export interface Reading {
  /** What the value is called in problems; empty if its fields speak for themselves. */
  readonly path: string;
  readonly problems: Problem[];
  /** The longest text where a shape does not say. */
  readonly maxText?: number;
}

/**
 * A copy of the value as far as its shape reaches, without what is wrong; the problems say what that was. What a shape
 * does not look into is the very same. Never throws, whatever the value is.
 */
export function readShape(shape: Shape, value: unknown, reading: Reading): unknown {
  return new ShapeReader(reading).read(shape, value);
}

/** The fields of an object as far as they are given and right. */
export function readFields(
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  reading: Reading,
): Record<string, unknown> {
  return new ShapeReader(reading).fields(fields, value);
}

/** The name of a field without the mark that it may be absent. */
export const fieldName = (key: string): string => (key.endsWith("?") ? key.slice(0, -1) : key);

/** More are not told. */
const MAX_PROBLEMS = 50;
const MAX_NAME = 80;

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

interface FieldTable {
  readonly list: readonly Field[];
  readonly names: ReadonlySet<string>;
}

const tables = new WeakMap<Fields, FieldTable>();

function tableOf(fields: Fields): FieldTable {
  const known = tables.get(fields);
  if (known) return known;
  const list = Object.entries(fields).map(([key, shape]): Field => {
    const name = fieldName(key);
    return { name, isOptional: name !== key, shape };
  });
  const table = { list, names: new Set(list.map(({ name }) => name)) };
  tables.set(fields, table);
  return table;
}

/** Walks through a value, and knows at every moment where it is. */
class ShapeReader {
  readonly #reading: Reading;
  readonly #place: (string | number)[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(shape: Shape, value: unknown): unknown {
    const depth = this.#place.length;
    try {
      if (typeof shape === "string" || !("kind" in shape)) return this.#plain(shape, value);
      switch (shape.kind) {
        case "list":
          return this.#list(shape, value);
        case "map":
          return this.#map(shape, value);
        case "object":
          return this.#object(shape, value);
        case "either":
          return this.#either(shape, value);
        default:
          return this.#plain(shape, value);
      }
    } catch {
      this.#place.length = depth;
      return this.#refuse(unreadable(this.#path()));
    }
  }

  fields(fields: Fields, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name, isOptional, shape } of tableOf(fields).list) {
      this.#place.push(name);
      const given = this.#own(value, name);
      if (given !== UNREADABLE && !(given === undefined && isOptional)) {
        const read = this.read(shape, given);
        if (read !== undefined) values[name] = read;
      }
      this.#place.pop();
    }
    return values;
  }

  #plain(shape: PlainShape, value: unknown): unknown {
    if (holdsShape(shape, value, this.#reading.maxText)) return value;
    const because = typeof shape === "object" && "whyNot" in shape ? shape.whyNot?.(value) : undefined;
    const problem = wrongValue(this.#path(), value, shapeWords(shape));
    return this.#refuse({ ...problem, ...(because === undefined ? {} : { because }) });
  }

  #list(shape: ListShape, value: unknown): unknown {
    if (!Array.isArray(value) || value.length > (shape.max ?? Number.POSITIVE_INFINITY))
      return this.#wrong(shape, value);
    const entries: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      this.#place.push(index);
      const entry = this.read(shape.of, value[index]);
      this.#place.pop();
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  #map(shape: MapShape, value: unknown): unknown {
    if (!isRecord(value)) return this.#wrong(shape, value);
    const names = Object.keys(value);
    if (names.length > (shape.max ?? Number.POSITIVE_INFINITY)) return this.#wrong(shape, value);
    const entries = names.flatMap((name): [string, unknown][] => {
      this.#place.push(name.slice(0, MAX_NAME));
      if (shape.keys && !shape.keys.includes(name)) this.#refuse(unknownName(this.#path(), name, shape.keys));
      const given = this.#own(value, name);
      const read = given === UNREADABLE ? undefined : this.read(shape.of, given);
      this.#place.pop();
      return read === undefined ? [] : [[name, read]];
    });
    return Object.fromEntries(entries);
  }

  #object(shape: ObjectShape, value: unknown): unknown {
    if (!isRecord(value)) return this.#wrong(shape, value);
    if (shape.others !== "left out") {
      const { names } = tableOf(shape.fields);
      for (const name of Object.keys(value)) if (!names.has(name)) this.#unknown(name, names);
    }
    return this.fields(shape.fields, value);
  }

  #unknown(name: string, known: ReadonlySet<string>): void {
    this.#place.push(name.slice(0, MAX_NAME));
    this.#refuse(unknownName(this.#path(), name, [...known]));
    this.#place.pop();
  }

  /** By the first shape that the value is of; where it is of none, the problem names them all. */
  #either(shape: EitherShape, value: unknown): unknown {
    for (const of of shape.of) {
      const problems: Problem[] = [];
      const read = readShape(of, value, { ...this.#reading, problems });
      if (problems.length === 0) return read;
    }
    return this.#wrong(shape, value);
  }

  #own(value: Readonly<Record<string, unknown>>, name: string): unknown {
    try {
      return Object.hasOwn(value, name) ? value[name] : undefined;
    } catch {
      this.#refuse(unreadable(this.#path()));
      return UNREADABLE;
    }
  }

  #wrong(shape: Shape, value: unknown): undefined {
    return this.#refuse(wrongValue(this.#path(), value, shapeWords(shape)));
  }

  #refuse(problem: Problem): undefined {
    const { problems } = this.#reading;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
    return undefined;
  }

  #path(): string {
    const steps = this.#place.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
    const path = `${this.#reading.path}${steps.join("")}`;
    return path.startsWith(".") ? path.slice(1) : path;
  }
}

/** Stands for the value of a property whose getter throws. */
const UNREADABLE: unique symbol = Symbol("unreadable");
