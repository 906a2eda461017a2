import { type Unit, unitText } from "./unit.js";

/** A test with its outcome, as runners print it line by line: `test/a.py::test_b FAILED [ 20%]`. */
const OUTCOME = /^(\S{6,500})\s{1,8}(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|PASS|FAIL|OK|ok)\b/;
const WITH_PLACE = /[/.#:]/;
const MAX_CHARACTERS = 600;

function testOf(unit: Unit): string | undefined {
  if (unit.end - unit.start > MAX_CHARACTERS) return undefined;
  const test = OUTCOME.exec(unitText(unit))?.[1];
  return test !== undefined && WITH_PLACE.test(test) ? test : undefined;
}

/** Marks outcomes of tests in what the user pasted, where a later run says how the same test ended. */
export function markTestedAnew(units: readonly Unit[], stale: Uint8Array): void {
  const pasted = new Map<string, number[]>();
  for (const [index, unit] of units.entries()) {
    const test = unit.kind === "pasted" ? testOf(unit) : undefined;
    if (test !== undefined) pasted.set(test, [...(pasted.get(test) ?? []), index]);
  }
  if (pasted.size === 0) return;
  for (const [index, unit] of units.entries()) {
    const test = unit.kind === "output" || unit.kind === "pasted" ? testOf(unit) : undefined;
    for (const older of (test === undefined ? undefined : pasted.get(test)) ?? [])
      if (older < index) stale[older] = 1;
  }
}
