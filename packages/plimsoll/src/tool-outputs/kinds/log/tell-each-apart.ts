import { type DistinctErrors, saysErrorClass } from "./distinct-errors.js";
import { isCutOff, type TestDetails } from "./test-details.js";

/** A line that tells a test from others, and what else stands below the same test. */
const TELLING_VALUE = 97;
const BESIDE_VALUE = 79;

/** Sees to it that every test has one line among the errors that tells it from others, and lowers what only adds to it. */
export function tellEachApart(details: TestDetails, errors: DistinctErrors): void {
  for (const [key, said] of errors.shown()) if (details.isAnnouncement(said)) errors.lower([key]);
  const shown = new Set<string>();
  const others: string[] = [];
  for (const lines of details.telling()) {
    const best = lines.find(({ key, text }) => errors.isShown(key) && !isCutOff(text)) ?? lines[0];
    if (best === undefined) continue;
    if (!errors.isShown(best.key)) errors.raise(best, best.key, TELLING_VALUE);
    shown.add(best.key);
    for (const { key } of lines) if (key !== best.key && !saysErrorClass(key)) others.push(key);
  }
  const beside = others.filter((key) => !shown.has(key) && errors.isShown(key));
  errors.lower(beside, BESIDE_VALUE);
}
