import { largestWhere } from "../../../collections/largest-where.js";
import { type DistinctErrors, MESSAGE_VALUE, saysErrorClass } from "./distinct-errors.js";
import { isSource, type Message } from "./failure-blocks.js";
import { isCutOff, type TestDetails } from "./test-details.js";

/** What else stands below the name of a test: the class of an error, and anything else. */
const CLASS_BESIDE_VALUE = 90;
const BESIDE_VALUE = 79;
/** Source stands behind the first lines below the names, whatever these say. */
const SOURCE_VALUE = 50;
/** The check that failed, as it stands in the source. */
const CHECK = /^\w*(?:assert|check|expect|require|should|verify)\w*[ (]/i;
/** A line that tells a test from others. */
const TELLING_VALUE = 97;

const END_CUT = /(?:\.\.\.|…)$/;

type Messages = ReadonlyMap<string, readonly Message[]>;

/**
 * Puts the line that says what was wrong with each test before all other errors, what else stands below the names of failing
 * tests behind them, and sees to it that every test has a line that tells it from others.
 */
export function tellEachApart(details: TestDetails, errors: DistinctErrors): void {
  for (const [key, said] of errors.shown()) if (details.isAnnouncement(said)) errors.lower([key]);
  const cut = cutKeys(details.messages(), errors);
  errors.lower([...cut]);
  const messages = without(details.messages(), cut);
  const own = putFirst(messages, details, errors);
  const shown = new Set<string>(own);
  const others: string[] = [];
  const told = testsToldApart(messages, details.common);
  for (const [test, lines] of details.telling()) {
    const best = lines.find(({ key, text }) => errors.isShown(key) && !isCutOff(text)) ?? lines[0];
    // Source tells tests apart only where nothing is known to be wrong.
    if (best !== undefined && !told.has(test) && !(messages.has(test) && isSource(best.text))) {
      if (!errors.isShown(best.key)) errors.raise(best, best.key, TELLING_VALUE);
      shown.add(best.key);
    }
    for (const { key } of lines) if (!saysErrorClass(key)) others.push(key);
  }
  const beside = others.filter((key) => !shown.has(key) && errors.isShown(key));
  errors.lower(beside, BESIDE_VALUE);
}

/** The keys of those of which others show more: a summary may cut them anywhere. */
function cutKeys(messages: Messages, errors: DistinctErrors): ReadonlySet<string> {
  const keys = [...[...messages.values()].flat().map(({ key }) => key), ...errors.shown().keys()];
  const cut = keys.filter((key) => END_CUT.test(key));
  if (cut.length === 0) return new Set();
  const whole = keys.filter((key) => !END_CUT.test(key)).sort();
  return new Set(cut.filter((key) => beginsAny(key.replace(END_CUT, ""), whole)));
}

const without = (messages: Messages, keys: ReadonlySet<string>): Messages =>
  new Map([...messages].map(([test, list]) => [test, list.filter(({ key }) => !keys.has(key))]));

/** True if one of the sorted keys begins so. */
function beginsAny(beginning: string, keys: readonly string[]): boolean {
  const before = largestWhere(0, keys.length - 1, (index) => (keys[index] ?? "") < beginning);
  return keys[before + 1]?.startsWith(beginning) ?? false;
}

/** The keys of the messages, which come before anything else. */
function putFirst(messages: Messages, details: TestDetails, errors: DistinctErrors): ReadonlySet<string> {
  const first = [...messages.values()].flat();
  const keys = new Set(first.map(({ key }) => key));
  for (const { key, order } of errors.lines()) {
    if (keys.has(key)) continue;
    if (details.isPart(order)) errors.lower([key]);
    else if (errors.isShown(key) && details.isBelowName(order)) errors.lower([key], valueBeside(key));
  }
  for (const message of first) errors.raise(message, message.key, MESSAGE_VALUE);
  return keys;
}

function valueBeside(key: string): number {
  if (saysErrorClass(key)) return CLASS_BESIDE_VALUE;
  return isSource(key) && !CHECK.test(key) ? SOURCE_VALUE : BESIDE_VALUE;
}

/** The tests that have a message of which few others are told. */
function testsToldApart(messages: Messages, common: number): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const list of messages.values()) for (const { key } of list) times.set(key, (times.get(key) ?? 0) + 1);
  const isOwn = ({ key }: Message): boolean => (times.get(key) ?? 0) < common;
  return new Set([...messages].filter(([, list]) => list.some(isOwn)).map(([test]) => test));
}
