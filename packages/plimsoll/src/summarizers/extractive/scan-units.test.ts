import { describe, expect, it } from "vitest";
import { atOnce } from "../../collections/in-turns.js";
import { scanUnits } from "./scan-units.js";
import { TERM_KIND } from "./term-table.js";
import type { Unit } from "./unit.js";

const output = (source: string, item: number): Unit => ({
  source,
  start: 0,
  end: source.length,
  kind: "output",
  item,
  call: -1,
  wholeLine: true,
  isReplaced: false,
  isError: false,
  position: 400 * item,
  from: "tool",
  isMarked: false,
  isUnverified: false,
  origin: undefined,
  line: -1,
  run: undefined,
});

describe("scanUnits", () => {
  it("gives a unit the directories above its paths without counting them as met", () => {
    const line = "wrote /srv/app/src/parse/date.ts";
    const scan = atOnce(scanUnits([output("src/parse", 1), output(line, 2), output(line, 3)]));
    const directory = scan.table.find("src/parse", TERM_KIND.path, true);
    const termsOf = (unit: number): number[] => [
      ...scan.terms.subarray(scan.starts[unit], scan.starts[unit + 1]),
    ];
    for (const unit of [0, 1, 2]) {
      expect(termsOf(unit).filter((term) => term === directory)).toHaveLength(1);
    }
    expect(scan.table.items[directory]).toBe(1);
  });

  it("holds a directory once that a unit names and implies", () => {
    const scan = atOnce(scanUnits([output("/srv/app/src/parse/date.ts is in src/parse", 1)]));
    const directory = scan.table.find("src/parse", TERM_KIND.path, true);
    expect([...scan.terms].filter((term) => term === directory)).toHaveLength(1);
    expect(scan.table.occurrences[directory]).toBe(1);
  });
});
