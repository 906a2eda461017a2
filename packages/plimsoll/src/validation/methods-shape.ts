import type { CustomShape } from "./shape.js";

const hasMethod = (value: unknown, method: string): boolean =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";

/** An object with these methods: a store, a summarizer, a format. */
export const methodsShape = (what: string, ...names: readonly string[]): CustomShape => ({
  kind: "custom",
  be: `${what}, an object with ${names.map((name) => `${name}()`).join(", ")}`,
  holds: (value) => names.every((name) => hasMethod(value, name)),
});
