import { describe, expect, it } from "vitest";
import { makeEvidence } from "./make-evidence.js";
import { withoutOverstrikes } from "./without-overstrikes.js";

const bold = (text: string): string => text.replace(/\S/g, "$&\b$&");
const underlined = (text: string): string => text.replace(/\S/g, "_\b$&");

describe("withoutOverstrikes", () => {
  it("reads what is struck twice as what it says, and leaves other text alone", () => {
    expect(withoutOverstrikes(`${bold("NAME")}\n  ${underlined("git")} rebase`)).toBe("NAME\n  git rebase");
    expect(withoutOverstrikes("10 %\b\b\b\b20 %")).toBe("10 %\b\b\b\b20 %");
  });

  it("gives evidence of a manual its headings", () => {
    const sections = ["NAME", "SYNOPSIS", "OPTIONS", "BUGS"].map(
      (name) =>
        `${bold(name)}\n${`       ${underlined("file")} is read again and again until its end.\n`.repeat(60)}`,
    );
    const count = (text: string): number => Math.ceil(text.length / 4);
    const { text } = makeEvidence({ text: sections.join("\n") }, { maxTokens: 300, count });
    for (const name of ["NAME", "SYNOPSIS", "OPTIONS", "BUGS"]) expect(text.split("\n")).toContain(name);
  });
});
