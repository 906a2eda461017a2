import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { script } from "./ledger-test-support.js";
import type { LedgerItem } from "./observation.js";
import { restoreLedger } from "./restore-ledger.js";
import { RewindableLedger, type UnreadItem } from "./rewindable-ledger.js";
import { createLedger, observeItems, type LedgerState } from "./session-ledger.js";
import { sessionStep } from "./session-step-test-support.js";

const unread = (items: readonly LedgerItem[]): UnreadItem[] =>
  items.map(({ id, view }) => ({ id, view: () => view }));

const stored = (ledger: { toJSON(): LedgerState }): LedgerState => JSON.parse(JSON.stringify(ledger));

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("offer" as const), step: sessionStep }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("back" as const),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("again" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("save", "keep", "restore") }) },
);

describe("a ledger that can go back", () => {
  it("is what the kept state and the items since give, whatever was offered and taken back on the way", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const built = script();
        const ledger = new RewindableLedger();
        let kept = stored(createLedger());
        let keptItems: LedgerItem[] = [];
        let since: LedgerItem[] = [];
        const offer = (items: readonly LedgerItem[]): void => {
          ledger.observe(unread(items));
          since = [...since, ...items];
        };
        for (const next of operations) {
          if ("step" in next) {
            const before = built.items.length;
            next.step(built);
            offer(built.items.slice(before));
          } else if ("to" in next) {
            const length = Math.floor(next.to * since.length);
            ledger.goBack(length);
            expect(ledger.length).toBeLessThanOrEqual(length);
            since = since.slice(0, ledger.length);
          } else if (next.kind === "again") offer([...keptItems, ...since].slice(0, 3));
          else if (next.kind === "save") ledger.save();
          else {
            kept = stored(ledger.ledger);
            keptItems = [...keptItems, ...since];
            since = [];
            if (next.kind === "keep") ledger.keep(ledger.ledger.toJSON());
            else
              ledger.restore(
                () => restoreLedger(kept),
                keptItems.map(({ id }) => id),
              );
          }
          const known = new Set(keptItems.map(({ id }) => id));
          expect(ledger.length).toBe(since.length);
          expect(stored(ledger.ledger)).toEqual(
            stored(
              observeItems(
                restoreLedger(kept),
                since.filter(({ id }) => !known.has(id)),
              ),
            ),
          );
        }
      }),
      { numRuns: scaled(100) },
    );
  });

  it("goes back to the newest point that is not beyond", () => {
    const { items } = script()
      .user("Never push.")
      .user("Always test.")
      .user("Keep it small.")
      .user("Ship it.");
    const ledger = new RewindableLedger();
    ledger.observe(unread(items).slice(0, 2));
    ledger.save();
    ledger.observe(unread(items).slice(2));
    expect([ledger.length, ledger.ledger.position]).toEqual([4, 4]);
    ledger.goBack(3);
    expect([ledger.length, ledger.ledger.position, [...ledger.since]]).toEqual([2, 2, ["i0", "i1"]]);
    ledger.goBack(1);
    expect([ledger.length, ledger.ledger.position]).toEqual([0, 0]);
  });

  it("takes what is said again in the same words for the newest word, and passes over what its kept state has", () => {
    const rule = { id: "rule", view: "Do not restart the broker." };
    const release = { id: "release", view: "You can restart the broker now." };
    const said = ({ id, view }: { id: string; view: string }): UnreadItem => {
      const [item] = script().user(view).items;
      return { id, view: () => item!.view };
    };
    const status = (ledger: RewindableLedger): unknown =>
      [...ledger.ledger.table("constraints").rows()].find(({ fields }) => fields.text === rule.view)?.status;
    const ledger = new RewindableLedger();
    ledger.observe([said(rule), said(release)]);
    expect(status(ledger)).toBe("superseded");
    ledger.observe([said(rule)]);
    expect(status(ledger)).toBe("current");
    ledger.observe([said(release)]);
    ledger.keep(ledger.ledger.toJSON());
    ledger.observe([said(rule)]);
    expect(status(ledger)).toBe("superseded");
    ledger.observe([said(rule)], { isAfterKept: true });
    expect(status(ledger)).toBe("current");
  });

  it("takes nothing in where one item cannot be read or fed, and goes on after", () => {
    const ledger = new RewindableLedger();
    const [good, other] = unread(script().user("Never push.").user("Always test.").items);
    ledger.observe([good!]);
    const unreadable = {
      id: "x",
      view: (): never => {
        throw new Error("no");
      },
    };
    expect(() => ledger.observe([other!, unreadable])).toThrow("no");
    expect([ledger.length, ledger.ledger.position]).toEqual([1, 1]);
    const view = {
      ...good!.view(),
      get text(): string {
        throw new Error("broken");
      },
    };
    expect(() => ledger.observe([other!, { id: "y", view: () => view }])).toThrow("broken");
    expect([ledger.length, ledger.ledger.position, [...ledger.since]]).toEqual([0, 0, []]);
    ledger.observe([good!, other!]);
    expect(ledger.ledger.table("constraints").size).toBe(2);
  });
});
