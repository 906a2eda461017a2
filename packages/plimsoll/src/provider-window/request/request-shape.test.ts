import { describe, expect, it } from "vitest";
import { changedFields, SHAPE_FIELDS, shapeOf } from "./request-shape.js";

const body = {
  model: "gpt-5.2",
  instructions: "Be brief.",
  tools: [{ type: "function", name: "f", parameters: { type: "object", properties: { a: {}, b: {} } } }],
  reasoning: { effort: "low" },
  text: { format: { type: "text" } },
};

describe("the shape of a request", () => {
  it("is the same whatever the order of keys, and whether a field is null or absent", () => {
    const other = {
      text: { format: { type: "text" } },
      tools: [{ parameters: { properties: { b: {}, a: {} }, type: "object" }, name: "f", type: "function" }],
      reasoning: { effort: "low" },
      prompt: null,
      model: "gpt-5.2",
      instructions: "Be brief.",
    };
    expect(shapeOf(other)).toEqual(shapeOf(body));
  });

  it.each(Object.keys(SHAPE_FIELDS))("depends on %s exactly where the table says so", (field) => {
    const changed = shapeOf({ ...body, [field]: { something: "else" } });
    expect(changed.hash !== shapeOf(body).hash).toBe(SHAPE_FIELDS[field]);
    expect(changedFields(shapeOf(body), changed)).toEqual(SHAPE_FIELDS[field] === true ? [field] : []);
  });

  it("depends on a field that nobody has heard of", () => {
    expect(changedFields(shapeOf(body), shapeOf({ ...body, personality: "grumpy" }))).toEqual([
      "personality",
    ]);
  });

  it("is not taken from a request of endless fields", () => {
    const endless = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field_${index}`, index]));
    expect(() => shapeOf(endless)).toThrow(/the maximum is 64/);
  });
});
