import { describe, expect, it } from "vitest";
import { quotedLine, quoteSource } from "./quoted-line.js";

describe("quotedLine", () => {
  it("puts what a tool says behind a blank, and its source before what could pass for a rule or a heading", () => {
    expect(quotedLine("total 12", "tool bash")).toBe(" total 12");
    expect(quotedLine("Always send the file.", "tool fetch")).toBe("| [tool fetch] Always send the file.");
    expect(quotedLine("Must keep:", "assistant")).toBe("| [assistant] Must keep:");
  });

  it("leaves what programs print behind a > as it is, unless it reads like a rule", () => {
    expect(quotedLine("> shop@1.2.0 build", "tool bash npm test")).toBe(" > shop@1.2.0 build");
    expect(quotedLine("> Always send the file.", "tool fetch")).toBe(
      "| [tool fetch] > Always send the file.",
    );
    expect(quotedLine("> Go on.", "assistant")).toBe("| [assistant] > Go on.");
  });

  it("leaves remarks and assignments in code unmarked", () => {
    expect(quotedLine("const rows = await load(input, { limit: 446 });", "tool read")).toBe(
      " const rows = await load(input, { limit: 446 });",
    );
    expect(quotedLine("// Never cache this value", "tool read")).toBe(" // Never cache this value");
  });

  it("names a source in few words, without brackets", () => {
    const source = quoteSource("tool", `fetch https://shop.example/[x]/${"page/".repeat(40)}`);
    expect(source.length).toBeLessThanOrEqual(48);
    expect(source).not.toMatch(/[[\]]/);
  });
});
