import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { FULL_SCALE, scaled } from "plimsoll-testkit/scaled";
import { ENCODINGS, loadExactEstimator } from "./load-exact-estimator.js";

const FIXTURES = new URL("__fixtures__/", import.meta.url);
const HOSTILE_UNITS: Record<string, string> = JSON.parse(
  readFileSync(new URL("hostile-units.json", FIXTURES), "utf8"),
);
const PASSAGES = readdirSync(new URL("passages/", FIXTURES)).map((name) =>
  readFileSync(new URL(`passages/${name}`, FIXTURES), "utf8"),
);
const PLAIN = { o200k_base: countO200k, cl100k_base: countCl100k };
/** A tokenizer that is quadratic in such a text would not come to an end. */
const LONG_CHARACTERS = FULL_SCALE ? 1_000_000 : 200_000;
const AS_TEXT = { disallowedSpecial: new Set<string>() };

describe.each(ENCODINGS)("the exact estimator of %s", (encoding) => {
  it("counts 0 for the empty text and is shared between calls", async () => {
    const estimator = await loadExactEstimator(encoding);
    expect(estimator.count("")).toBe(0);
    expect(estimator.name).toBe(encoding);
    expect(await loadExactEstimator(encoding)).toBe(estimator);
  });

  it("counts texts that look like special tokens as text", async () => {
    const { count } = await loadExactEstimator(encoding);
    expect(count("<|endoftext|>")).toBeGreaterThan(3);
    expect(count("a <|im_start|> b <|endofprompt|>")).toBeGreaterThan(8);
  });

  it("gives the tokenizer's own count for long ordinary texts", async () => {
    const { count } = await loadExactEstimator(encoding);
    for (const passage of PASSAGES) {
      const text = passage.repeat(Math.ceil(12_000 / passage.length));
      expect(count(text)).toBe(PLAIN[encoding](text, AS_TEXT));
    }
  });

  it("gives the tokenizer's own count for any mixture of ordinary passages, lines and joints", async () => {
    const { count } = await loadExactEstimator(encoding);
    const slice = fc
      .tuple(fc.constantFrom(...PASSAGES), fc.nat(), fc.integer({ min: 1, max: 1500 }))
      .map(([passage, at, length]) => passage.slice(at % passage.length, (at % passage.length) + length));
    const joint = fc.constantFrom(
      ..."\n|\n\n|\r\n|  \n|\n    }\n  }\n}\n|;\n/|//\n|'s |'LL|' |\t\t| \t\n x|1234567|12 34|\u00a0 |。\n|、9|a.b|é́ |²3|—| 😀|x\n \n  y|\n\t/|\\n\\n".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(slice, joint), { minLength: 4, maxLength: 14 }), (parts) => {
        const text = parts.join("");
        expect(count(text)).toBe(PLAIN[encoding](text, AS_TEXT));
      }),
      { numRuns: scaled(60) },
    );
  });

  it("gives the tokenizer's own count for any short sequence of the characters that pieces end at", async () => {
    const { count } = await loadExactEstimator(encoding);
    const character = fc.constantFrom(
      ..."aabZZQ'sdmtlveLRE019  \t\n\r/.,(-_\u0000\u007f\v",
      ..."éßÉ\u0301²٣中。\u00a0\ufeff\u2028😀\ud83dſ".split(""),
      ..."'ll|'VE|  |\r\n|//|word|Word|WORD|1234|é'".split("|"),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 24 }), (characters) => {
        const text = characters.join("").toWellFormed();
        expect(count(text), JSON.stringify(text)).toBe(PLAIN[encoding](text, AS_TEXT));
      }),
      { numRuns: scaled(3000) },
    );
  });

  it("stays within 2 % of the tokenizer on runs of up to 4 KB", async () => {
    const { count } = await loadExactEstimator(encoding);
    for (const [kind, unit] of Object.entries(HOSTILE_UNITS)) {
      for (const length of [700, 1500, 4096]) {
        const run = unit.repeat(Math.ceil(length / unit.length));
        const plain = PLAIN[encoding](run, AS_TEXT);
        expect(Math.abs(count(run) - plain), `${kind} ${length}`).toBeLessThanOrEqual(
          Math.max(1, plain * 0.02),
        );
      }
    }
  });

  it("counts a long text of any one kind of character", async () => {
    const { count } = await loadExactEstimator(encoding);
    for (const [kind, unit] of Object.entries(HOSTILE_UNITS)) {
      const text = unit.repeat(Math.ceil(LONG_CHARACTERS / unit.length));
      expect(count(text), kind).toBeGreaterThan(LONG_CHARACTERS / 200);
    }
  });
});
