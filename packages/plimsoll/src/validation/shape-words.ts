import type { NumberShape, Shape, SimpleShape, TextShape } from "./shape.js";

const SIMPLE: Readonly<Record<SimpleShape, string>> = {
  text: "a text",
  number: "a number",
  count: "a whole number from 0",
  flag: "true or false",
  time: "a date and time such as 2026-01-31T12:00:00.000Z",
  function: "a function",
  record: "an object",
  list: "a list",
  null: "null",
  anything: "anything",
};

/** What a value of the shape is, to follow "must be". */
export function shapeWords(shape: Shape): string {
  if (typeof shape === "string") return SIMPLE[shape];
  if (!("kind" in shape)) return `one of ${shape.join(", ")}`;
  if (shape.be !== undefined) return shape.be;
  switch (shape.kind) {
    case "text":
      return textWords(shape);
    case "number":
      return numberWords(shape);
    case "list":
      return shape.max === undefined ? "a list" : `a list of at most ${shape.max} entries`;
    case "map":
      return shape.max === undefined ? "an object" : `an object of at most ${shape.max} keys`;
    case "object":
      return "an object";
    case "either":
      return shape.of.map(shapeWords).join(", or ");
    case "custom":
      return shape.be;
  }
}

function textWords({ min = 0, max }: TextShape): string {
  if (max === undefined) return min === 0 ? "a text" : `a text of at least ${min} characters`;
  return min === 0 ? `a text of at most ${max} characters` : `a text of ${min} to ${max} characters`;
}

function numberWords({ min, max, whole, above }: NumberShape): string {
  const noun = whole === true ? "a whole number" : "a number";
  if (min === undefined) return max === undefined ? noun : `${noun} of at most ${max}`;
  if (above === true) return `${noun} above ${min}${max === undefined ? "" : `, at most ${max}`}`;
  return `${noun} from ${min}${max === undefined ? "" : ` to ${max}`}`;
}
