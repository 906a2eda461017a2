import { type Unit, unitText } from "./unit.js";

const ENDINGS = "PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|PASS|FAIL|OK|ok";
/** A test with its outcome, as runners print it line by line: `test/a.py::test_b FAILED [ 20%]`. */
const OUTCOME_BEHIND = new RegExp(`^(\\S{6,500})\\s{1,8}(?:${ENDINGS})\\b`);
/** `FAIL src/a.test.ts > case`, `PASS src/a.test.ts (5.2 s)`. */
const OUTCOME_BEFORE = new RegExp(`^(?:${ENDINGS})\\s{1,8}(\\S{6,500}(?: .{0,300})?)$`);
/** No line without one of these tells an outcome. */
const MAY_TELL = /PASS|FAIL|ERROR|SKIPPED|OK|ok/;
const DURATION = /\s{0,8}[([]?\d[\d.,]{0,12} ?m?s[)\]]?$/;
const WITH_PLACE = /[/.#:]/;
const MAX_CHARACTERS = 600;

function testOf(unit: Unit): string | undefined {
  if ((unit.kind !== "output" && unit.kind !== "pasted") || unit.end - unit.start > MAX_CHARACTERS)
    return undefined;
  const text = unitText(unit);
  if (!MAY_TELL.test(text)) return undefined;
  const line = text.trim();
  const test = OUTCOME_BEHIND.exec(line)?.[1] ?? OUTCOME_BEFORE.exec(line)?.[1]?.replace(DURATION, "");
  return test !== undefined && WITH_PLACE.test(test) ? test : undefined;
}

/** Marks outcomes of tests where a later line says how the same test ended. */
export function markTestedAnew(units: readonly Unit[], stale: Uint8Array): void {
  const newest = new Map<string, number>();
  for (const [index, unit] of units.entries()) {
    const test = testOf(unit);
    if (test === undefined) continue;
    const older = newest.get(test);
    if (older !== undefined) stale[older] = 1;
    newest.set(test, index);
  }
}
