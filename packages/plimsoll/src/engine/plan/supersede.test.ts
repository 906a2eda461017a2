import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemId } from "../../conversation/item-id.js";
import { pairItems } from "../../conversation/pairing.js";
import { findFormat } from "../../formats/registry.js";
import type { Format } from "../../formats/format.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "../../testing/synthetic-formats.js";
import { createItemMeter } from "../../tokens/create-item-meter.js";
import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import { outline } from "./outline.js";
import { readingSession, type Reading, readings } from "../reading-session-test-support.js";
import { supersede } from "./supersede.js";

const setUp = (name: SyntheticFormat, pinned: ReadonlySet<object> = new Set()) => {
  const format = findFormat(name) as Format;
  const meter = createItemMeter(format, characterEstimator);
  const run = (items: readonly object[]) =>
    supersede(items, {
      format,
      meter,
      outline: outline(items, { meter, isPinned: (item) => pinned.has(item), findSummary: () => undefined }),
    });
  return { meter, run };
};

const anyFormat = fc.constantFrom(...SYNTHETIC_FORMATS);

describe("supersede", () => {
  it("leaves pairs, ids, order and every other item as they are, and says what the list costs now", () => {
    fc.assert(
      fc.property(anyFormat, readings, (name, steps) => {
        const { meter, run } = setUp(name);
        const items = readingSession(name, steps);
        const done = run(items);
        const views = done.items.map((item) => meter.view(item));
        expect(pairItems(views)).toEqual(pairItems(items.map((item) => meter.view(item))));
        done.items.forEach((item, index) => {
          if (!done.counts.has(index)) expect(item).toBe(items[index]);
        });
        const tokens = done.items.reduce((sum, item) => sum + meter.tokens(item), 0);
        expect(done.outline.totalTokens).toBe(tokens);
        expect(done.outline.blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(tokens);
      }),
    );
  });

  it("puts a note only where a later read shows every line that is gone, shorter than what it stands for", () => {
    let notes = 0;
    fc.assert(
      fc.property(anyFormat, readings, (name, steps) => {
        const { meter, run } = setUp(name);
        const items = readingSession(name, steps);
        const shown = run(items).items.flatMap((item) => meter.view(item).results);
        const given = items.flatMap((item, index) =>
          meter.view(item).results.map((result) => ({ ...result, id: itemId(items[index] as object) })),
        );
        const asked = steps.flat();
        shown.forEach(({ text, callId }, position) => {
          const before = given[position] as (typeof given)[number];
          expect(callId).toBe(before.callId);
          if (text === before.text) return;
          notes++;
          expect(isSupersededNote(text)).toBe(true);
          expect(text.length).toBeLessThan(before.text.length);
          expect(meter.text(text)).toBeLessThan(meter.text(before.text));
          expect(evidenceReference(text)).toBe(before.id);
          const by = given.findIndex((result) => text.includes(` in ${result.callId};`));
          expect(by).toBeGreaterThan(position);
          expect(shown[by]?.text).toBe(given[by]?.text);
          const [earlier, later] = [asked[position] as Reading, asked[by] as Reading];
          expect(later.file).toBe(earlier.file);
          const whole = later.lines === 0;
          const contains =
            earlier.lines > 0 &&
            later.first <= earlier.first &&
            later.first + later.lines >= earlier.first + earlier.lines;
          expect(whole || contains).toBe(true);
        });
      }),
    );
    expect(notes).toBeGreaterThan(50);
  });

  it("finds nothing a second time, and the same for the same list", () => {
    fc.assert(
      fc.property(anyFormat, readings, (name, steps) => {
        const { run } = setUp(name);
        const items = readingSession(name, steps);
        const once = run(items);
        expect(run(structuredClone(items)).items).toEqual(once.items);
        const twice = run(once.items);
        expect(twice.items).toBe(once.items);
        expect(twice.counts.size).toBe(0);
      }),
    );
  });

  it("leaves pinned blocks alone", () => {
    const steps = [1, 2, 3].map(() => [{ file: 0, first: 1, lines: 0, length: 60 }]);
    for (const name of SYNTHETIC_FORMATS) {
      const items = readingSession(name, steps);
      const { run } = setUp(name, new Set([items[1] as object]));
      const done = run(items);
      expect([...done.counts]).toEqual([[3, 1]]);
      expect(done.items[1]).toBe(items[1]);
    }
  });

  it("leaves a result alone that is no longer than its note", () => {
    const { run } = setUp("chat");
    const short = [1, 2].map(() => [{ file: 0, first: 1, lines: 0, length: 3 }]);
    const items = readingSession("chat", short);
    expect(run(items).items).toBe(items);
  });
});
