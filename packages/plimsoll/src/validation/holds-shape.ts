import { isRecord } from "../text/is-record.js";
import type { NumberShape, Shape, SimpleShape, TextShape } from "./shape.js";

/** A shape whose values are not looked into. */
export type PlainShape = Exclude<Shape, { readonly kind: "list" | "map" | "object" | "either" }>;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/;

/** Whether a value is of a plain shape. `maxText` is the longest text where the shape does not say. */
export function holdsShape(
  shape: PlainShape,
  value: unknown,
  maxText: number = Number.POSITIVE_INFINITY,
): boolean {
  if (typeof shape === "string") return SIMPLE[shape](value, maxText);
  if (!("kind" in shape)) return typeof value === "string" && shape.includes(value);
  if (shape.kind === "text") return isText(shape, value, maxText);
  return shape.kind === "number" ? isNumber(shape, value) : shape.holds(value);
}

const SIMPLE: Readonly<Record<SimpleShape, (value: unknown, maxText: number) => boolean>> = {
  text: (value, maxText) => typeof value === "string" && value.length <= maxText,
  number: (value) => Number.isFinite(value),
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  flag: (value) => typeof value === "boolean",
  time: (value) => typeof value === "string" && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)),
  function: (value) => typeof value === "function",
  record: isRecord,
  list: (value) => Array.isArray(value),
  null: (value) => value === null,
  anything: () => true,
};

function isText({ min = 0, max, pattern }: TextShape, value: unknown, maxText: number): boolean {
  if (typeof value !== "string" || value.length < min || value.length > (max ?? maxText)) return false;
  return pattern === undefined || pattern.test(value);
}

function isNumber({ min = -Infinity, max = Infinity, whole, above }: NumberShape, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (whole === true && !Number.isSafeInteger(value)) return false;
  return (above === true ? value > min : value >= min) && value <= max;
}
