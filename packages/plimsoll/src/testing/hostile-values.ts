function nested(depth: number): unknown {
  let value: unknown = "core";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Values that no format expects where they may stand, by name. */
export const HOSTILE_VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  undefined: undefined,
  zero: 0,
  notANumber: Number.NaN,
  true: true,
  text: "just text",
  emptyText: "",
  emptyList: [],
  listOfNothing: [null, undefined, 0, "text", [], {}],
  emptyObject: {},
  wrongObject: { type: 7, role: {}, content: 1, parts: "parts", message: [], text: null },
  bottomless: nested(20_000),
  bigInteger: { value: 10n },
};

/** A copy of an item in which the value at `path` is hostile. */
export interface Mutation {
  readonly path: string;
  readonly value: unknown;
}

/** Every copy of `item` with one of its values, at any depth, replaced by each hostile value. */
export function* mutationsOf(item: unknown, path: string = ""): Generator<Mutation> {
  if (typeof item !== "object" || item === null) return;
  for (const key of Object.keys(item)) {
    const here = `${path}/${key}`;
    for (const [name, value] of Object.entries(HOSTILE_VALUES)) {
      yield { path: `${here} (${name})`, value: replaced(item, key, value) };
    }
    for (const inner of mutationsOf(Reflect.get(item, key), here)) {
      yield { path: inner.path, value: replaced(item, key, inner.value) };
    }
  }
}

function replaced(item: object, key: string, value: unknown): unknown {
  if (!Array.isArray(item)) return { ...item, [key]: value };
  const copy: unknown[] = [...item];
  copy[Number(key)] = value;
  return copy;
}
