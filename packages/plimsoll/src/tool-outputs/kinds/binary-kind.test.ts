import { describe, expect, it } from "vitest";
import { evidenceOf } from "./recorded-outputs-test-support.js";

describe("evidence of binary data", () => {
  it("says that base64 of an image is one, and shows nothing of it", () => {
    const text = evidenceOf(["binary", "base64-png"], 100);
    expect(text).toContain("PNG image; base64 or another text encoding; content not shown");
    expect(text).not.toContain("iVBOR");
  });

  it("reads the signature of a file in its hexadecimal dump", () => {
    expect(evidenceOf(["binary", "xxd-elf"], 100)).toContain("ELF executable; hexadecimal dump");
  });
});
