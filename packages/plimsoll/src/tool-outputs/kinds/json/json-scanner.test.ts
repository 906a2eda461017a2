import { describe, expect, it } from "vitest";
import { JsonScanner, type ScannedObject } from "./json-scanner.js";

function scan(text: string): { objects: ScannedObject[]; items: string[]; roots: string[] } {
  const objects: ScannedObject[] = [];
  const items: string[] = [];
  const roots: string[] = [];
  new JsonScanner(text, {
    object: (object) => objects.push(object),
    item: (value) => items.push(value),
    root: (kind, members) => roots.push(`${kind} ${members}`),
  }).scan(0);
  return { objects, items, roots };
}

const fieldsOf = (object: ScannedObject | undefined): Record<string, string> =>
  Object.fromEntries((object?.fields ?? []).map((field) => [field.key, field.value]));

describe("JsonScanner", () => {
  it("reads objects with their scalars, the key that holds them and short lists", () => {
    const { objects, roots } = scan('{"user": {"id": 1, "name": "a\\"b", "gone": null, "tags": ["x", "y"]}}');
    expect(objects[0]?.label).toBe("user");
    expect(fieldsOf(objects[0])).toEqual({ id: "1", name: 'a"b', tags: "[x, y]" });
    expect(roots).toEqual(["object 1"]);
  });

  it("reads items of arrays and JSON lines", () => {
    expect(scan('["a", 2, {"id": 3}]').items).toEqual(["a", "2"]);
    expect(scan('{"a":1}\n{"a":2}\n').roots).toEqual(["object 1", "object 1"]);
  });

  it("reads what there is of a text that breaks off", () => {
    expect(fieldsOf(scan('[{"id": 7, "name": "x"}, {"id": 8, "na').objects[1])).toEqual({ id: "8" });
  });

  it("gives objects of the same keys the same shape", () => {
    const [first, second, third] = scan('[{"a":1,"b":2},{"a":3,"b":4},{"a":5}]').objects;
    expect(first?.shape).toBe(second?.shape);
    expect(first?.shape).not.toBe(third?.shape);
  });

  it("follows values that are nested too deep without reading them", () => {
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const { objects } = scan(`[${deep},{"id":5}]`);
    expect(fieldsOf(objects.at(-1))).toEqual({ id: "5" });
    expect(objects.length).toBeLessThan(100);
  });
});
