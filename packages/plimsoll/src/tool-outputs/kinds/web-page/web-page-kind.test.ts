import { describe, expect, it } from "vitest";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of a page", () => {
  it("has the signatures of rustdoc without its markup", () => {
    const text = evidenceOf(["web-page", "rustdoc"], 250, "cat target/doc/harbour/struct.Ship.html");
    expect(text).toContain("Ship in harbour - Rust");
    expect(text).toContain("pub fn may_load(&self, tonnes: u32) -> bool");
    expect(text).not.toMatch(/<\/?(?:div|span|a)\b/);
  });

  it("has the sentences of pydoc, which marks nothing as a heading", () => {
    const text = evidenceOf(["web-page", "pydoc"], 250);
    expect(text).toContain("Where ships lie, and what they weigh.");
    expect(text).toContain("class BerthTaken(builtins.Exception)");
  });
});
