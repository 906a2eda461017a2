import { describe, expect, it } from "vitest";
import { outputBodyStart } from "./output-body-start.js";

describe("outputBodyStart", () => {
  it("skips what a tool says about the run up to its Output line", () => {
    const text = "Exit code: 0\nWall time: 0.1 seconds\nOutput:\n{}";
    expect(text.slice(outputBodyStart(text))).toBe("{}");
  });

  it("skips the headers of an HTTP response", () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>";
    expect(text.slice(outputBodyStart(text))).toBe("<html>");
  });

  it("does not take a line of the payload for the end of a preamble", () => {
    expect(outputBodyStart("some prose here\nOutput:\nmore")).toBe(0);
    expect(outputBodyStart("")).toBe(0);
  });
});
