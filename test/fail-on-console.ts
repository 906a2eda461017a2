import { afterEach, beforeEach, expect } from "vitest";

/** A library that prints is a bug: every console call inside a test fails it. */
const methods = ["log", "info", "warn", "error", "debug"] as const;
const original = new Map(methods.map((method) => [method, console[method]]));
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of methods) {
    console[method] = (...values: unknown[]) =>
      void printed.push(`${method}: ${values.map(String).join(" ")}`);
  }
});

afterEach(() => {
  for (const method of methods) console[method] = original.get(method) as typeof console.log;
  expect(printed).toEqual([]);
});
