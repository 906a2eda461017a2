import { CompactManager, formatByName, loadExactEstimator } from "plimsoll";
import { readableText } from "plimsoll/testing";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { type DriftingSession, driftingSession } from "./drifting-session.js";
import { SHAPES } from "./promise-shapes.js";

const ROUNDS = 20;
const TARGET = 4000;
/** The epochs whose facts must be there. */
const NEWEST = 3;
/** Strings of one fact stand at most this far apart; what settles a matter stands this near. */
const NEAR = 200;
const SETTLED = /\[x\]|done|closed|resolved|settled|passed|no longer|before:|instead|replaced|was /i;

const format = formatByName("responses");

/** What a model reads in a window that was compacted after every epoch, each time by another process. */
async function windowAfter({ epochs }: DriftingSession): Promise<string> {
  const estimator = await loadExactEstimator("o200k_base");
  let window: object[] = [];
  for (const epoch of epochs) {
    const manager = new CompactManager({ model: "unknown", format, estimator, clock: () => 0 });
    const options = { targetTokens: TARGET, strictTarget: true };
    window = (await manager.manualCompact("drift", [...window, ...epoch], options)).items;
    await manager.close();
  }
  return window.map((item) => readableText(format.view(item))).join("\n");
}

function placesOf(string: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(string); at !== -1; at = text.indexOf(string, at + 1)) places.push(at);
  return places;
}

/** True if the strings stand near each other. */
function isTold([first = "", ...others]: readonly string[], text: string): boolean {
  return placesOf(first, text).some((at) =>
    others.every((other) => placesOf(other, text).some((place) => Math.abs(place - at) <= NEAR)),
  );
}

/** True if no place names the matter without saying that it is settled, there or further down. */
function isToldAsSettled(strings: readonly string[], settling: string, text: string): boolean {
  return placesOf(strings[0] ?? "", text).every((at) => {
    const line = text.slice(text.lastIndexOf("\n", at) + 1, `${text}\n`.indexOf("\n", at));
    return SETTLED.test(line) || text.indexOf(settling, at - settling.length) !== -1;
  });
}

const share = (all: number, missing: readonly unknown[]): number => 1 - missing.length / Math.max(1, all);

describe("twenty compactions in a row", () => {
  const seeds = Array.from({ length: scaled(20, 2) }, (_, index) => index + 1);

  it.each(seeds)(
    "keep the newest facts, every rule and open matters, and settle the rest, seed %i",
    async (seed) => {
      const session = driftingSession(seed, SHAPES.responses, ROUNDS);
      const text = (await windowAfter(session)).toLowerCase();
      const told = (strings: readonly string[]): boolean =>
        isTold(
          strings.map((string) => string.toLowerCase()),
          text,
        );
      const missingFrom = (list: readonly { readonly strings: readonly string[] }[]): string[] =>
        list.filter(({ strings }) => !told(strings)).map(({ strings }) => strings.join(" … "));

      const newest = session.facts.filter(({ epoch }) => epoch >= ROUNDS - NEWEST);
      const open = session.matters.filter(({ settledIn }) => settledIn >= ROUNDS);
      const settled = session.matters.filter(({ settledIn }) => settledIn < ROUNDS);
      const unsettled = settled
        .filter(({ strings, settling }) => {
          const lower = strings.map((string) => string.toLowerCase());
          return !isToldAsSettled(lower, settling.toLowerCase(), text);
        })
        .map(({ strings }) => strings.join(" "));
      const missing = {
        newest: missingFrom(newest),
        open: missingFrom(open),
        rules: missingFrom(session.rules),
      };
      expect(missing.rules).toEqual([]);
      expect(share(newest.length, missing.newest), missing.newest.join("\n")).toBeGreaterThanOrEqual(0.85);
      expect(share(open.length, missing.open), missing.open.join("\n")).toBeGreaterThanOrEqual(0.75);
      // Some ten matters a run: one of them may stay open in a run.
      expect(share(settled.length, unsettled), unsettled.join("\n")).toBeGreaterThanOrEqual(0.9);
    },
  );
});
