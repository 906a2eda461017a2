import { readFileSync } from "node:fs";
import type { Shape } from "plimsoll/node";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "./gateway-settings.js";
import { GATEWAY_SHAPE } from "./gateway-shape.js";

const page = readFileSync(new URL("../../../../docs/gateway/configuration.md", import.meta.url), "utf8");

/** The keys of a shape, those of entries included. */
function keysOf(shape: Shape): string[] {
  if (typeof shape === "string" || !("kind" in shape)) return [];
  if (shape.kind === "map") return keysOf(shape.of);
  if (shape.kind !== "object") return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => [key.replace("?", ""), ...keysOf(field)]);
}

describe("the page about the gateway's configuration", () => {
  it("names every key", () => {
    const missing = keysOf(GATEWAY_SHAPE).filter((key) => !new RegExp(`[\`.]${key}\\b`).test(page));
    expect(missing).toEqual([]);
  });

  it("tells the default of every limit", () => {
    const wrong = Object.entries(DEFAULT_LIMITS).filter(([name, value]) => {
      const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const told = new RegExp(`\\| \`${key}\` \\| ([^|]+) \\|`).exec(page)?.[1] ?? "";
      const [, size, unit] = /^(\d+) ([MG])iB$/.exec(told) ?? [];
      const factor = unit === "G" ? 1024 ** 3 : 1024 ** 2;
      return (size === undefined ? Number(told.replaceAll("`", "")) : Number(size) * factor) !== value;
    });
    expect(wrong).toEqual([]);
  });
});
