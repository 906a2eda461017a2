import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "./default-rules.js";
import { mayFind, screenText } from "./screen-text.js";
import { PASS_FLAGS } from "./secret-rule.js";

const PARTS = [
  ...DEFAULT_RULES.map((rule) => rule.example),
  ...'sk-|SK|SG.|eyJ|AKIA|ASIA|xoxb-|ghp_|hf_|npm_|8Q~|token|Secret|api_key|API-KEY|accesskey|pwd|bearer |Basic|://|?sig=|&X-Amz-Signature=|:|=| |"|a1b2c3d4e5f6a7b8c9d0|4111|1111-| 2222|é|\n|_|.'.split(
    "|",
  ),
];
const text = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 10 })
  .chain((parts) =>
    fc.constantFrom(
      parts.join(""),
      parts.join("").toUpperCase(),
      parts.map((part) => part.slice(0, 6)).join(""),
    ),
  );

describe("screenText", () => {
  it.each(DEFAULT_RULES.map((rule) => [rule.kind, rule.pass, rule.example] as const))(
    "lets %s through",
    (_, pass, example) => {
      expect(mayFind(screenText(`see ${example} there`), pass)).toBe(true);
    },
  );

  it("leaves out no pass that would have matched", () => {
    fc.assert(
      fc.property(text, (given) => {
        const screened = screenText(given);
        const matching = DEFAULT_RULES.filter((rule) =>
          new RegExp(rule.pattern, PASS_FLAGS[rule.pass]).test(given),
        );
        expect(matching.filter((rule) => !mayFind(screened, rule.pass))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it("leaves out every pass over ordinary text", () => {
    expect(screenText("The disk task asks for 12 files; msg.length is 4096, risk 7.")).toBe(0);
  });
});
