import { type Unit, unitText } from "./unit.js";

const ENDINGS = "PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|PASS|FAIL|OK|ok";
/** A test with its outcome, as runners print it line by line: `test/a.py::test_b FAILED [ 20%]`. */
const OUTCOME_BEHIND = new RegExp(`^(\\S{6,500})\\s{1,8}(?:${ENDINGS})\\b`);
/** `FAIL src/a.test.ts > case`, `PASS src/a.test.ts (5.2 s)`. */
const OUTCOME_BEFORE = new RegExp(`^(?:${ENDINGS})\\s{1,8}(\\S{6,500}(?: .{0,300})?)$`);
/** How they begin. */
const OPENINGS = new Set(Array.from("PFESXOo", (letter) => letter.charCodeAt(0)));
/** No line without one of these tells an outcome. */
const MAY_TELL = /PASS|FAIL|ERROR|SKIPPED|OK|ok/;
const DURATION = /\s{0,8}[([]?\d[\d.,]{0,12} ?m?s[)\]]?$/;
const WITH_PLACE = /[/.#:]/;
const MAX_CHARACTERS = 600;

function testOf(unit: Unit): string | undefined {
  if ((unit.kind !== "output" && unit.kind !== "pasted") || unit.end - unit.start > MAX_CHARACTERS)
    return undefined;
  if (!mayEnd(unit)) return undefined;
  const text = unitText(unit);
  if (!MAY_TELL.test(text)) return undefined;
  const line = text.trim();
  const test = OUTCOME_BEHIND.exec(line)?.[1] ?? OUTCOME_BEFORE.exec(line)?.[1]?.replace(DURATION, "");
  return test !== undefined && WITH_PLACE.test(test) ? test : undefined;
}

const BLANK = 32;
const isBlank = (code: number): boolean => code === BLANK || (code >= 9 && code <= 13);
/** What is neither a sign of ASCII nor one of its blanks may be either. */
const isOdd = (code: number): boolean => code > 126 || (code < BLANK && !isBlank(code));

/** False if neither the first nor the second word begins like an outcome: that passes over most lines quickly. */
function mayEnd({ source, start, end }: Unit): boolean {
  let at = start;
  while (at < end && isBlank(source.charCodeAt(at))) at++;
  if (at === end || OPENINGS.has(source.charCodeAt(at))) return at < end;
  for (; at < end && !isBlank(source.charCodeAt(at)); at++) if (isOdd(source.charCodeAt(at))) return true;
  while (at < end && isBlank(source.charCodeAt(at))) at++;
  return at < end && (OPENINGS.has(source.charCodeAt(at)) || isOdd(source.charCodeAt(at)));
}

/** Marks outcomes of tests where a later line says how the same test ended. */
export function markTestedAnew(units: readonly Unit[], stale: Uint8Array): void {
  const newest = new Map<string, number>();
  for (let index = 0; index < units.length; index++) {
    const test = testOf(units[index] as Unit);
    if (test === undefined) continue;
    const older = newest.get(test);
    if (older !== undefined) stale[older] = 1;
    newest.set(test, index);
  }
}
