import { describe, expect, it } from "vitest";
import { dataUrlText, readDataUrl } from "./data-url.js";

describe("readDataUrl", () => {
  it("reads base64 and leaves it as it is", () => {
    expect(readDataUrl("data:image/png;base64,iVBORw==")).toEqual({
      mediaType: "image/png",
      data: "iVBORw==",
    });
  });

  it("writes the URL alphabet, missing padding and line breaks as standard base64", () => {
    expect(readDataUrl("data:image/png;base64,-_-_\r\nAA")?.data).toBe("+/+/AA==");
  });

  it("reads percent-encoded text", () => {
    const read = readDataUrl("data:text/plain;charset=utf-8,a%20b%C3%A9");
    expect(read && dataUrlText(read)).toBe("a bé");
    expect(read?.mediaType).toBe("text/plain");
  });

  it.each([
    "https://example.com/a.png",
    "data:image/png;base64",
    "data:image/png;base64,",
    "data:image/png;base64,§§§",
    "data:text/plain,%E0%A4%A",
    `data:${"x".repeat(300)},abc`,
  ])("passes over %s", (url) => {
    expect(readDataUrl(url)).toBeUndefined();
  });
});
