import { describe, expect, it } from "vitest";
import { LinePrefix } from "./line-prefix.js";

const STAMP = "2022-06-14T16:04:04.0406109Z ";

describe("LinePrefix", () => {
  it("takes the time off that a CI service writes, and a source that many lines name", () => {
    const lines = Array.from({ length: 10 }, (_, index) => `${STAMP}    [junit] line ${index}`);
    const prefix = new LinePrefix(lines);
    expect(prefix.without(`${STAMP}    [junit]   Failures (14):`)).toBe("  Failures (14):");
    expect(prefix.without(`${STAMP}    [javac] other`)).toBe("    [javac] other");
  });

  it("takes the package or the container off that every line names", () => {
    const lines = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? `@shop/api:test: ${index}` : `web_1  | ${index}`,
    );
    const prefix = new LinePrefix(lines);
    expect(prefix.without("@shop/api:test: FAIL src/cart.test.ts")).toBe("FAIL src/cart.test.ts");
    expect(prefix.without("web_1  | ready")).toBe("ready");
  });

  it("leaves the place that many lines speak of", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `    harbour_test.go:44: ship ${index} is adrift`);
    for (const line of lines) expect(new LinePrefix(lines).without(line)).toBe(line);
  });

  it("leaves outcomes, quotations and names that few lines begin with", () => {
    const lines = ["[OK] a", "[FAILED] b", "stdout | c"].flatMap((line) =>
      Array.from({ length: 9 }, () => line),
    );
    const prefix = new LinePrefix(lines);
    for (const line of lines) expect(prefix.without(line)).toBe(line);
    expect(new LinePrefix(["db_1 | once"]).without("db_1 | once")).toBe("db_1 | once");
  });
});
