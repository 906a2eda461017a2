// What doubling an input costs: CPU time of n and 2n, in one run, for every kind of text on every public way.
// node bench/doubling.mjs [--check] [--route NAME] [--input PART] [--rounds N] prints a line for each; --check makes it
// fail where one costs more than 2.5 times as much, and does so again at twice the size.
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { HOSTILE_TEXTS, KIND_TEXTS } from "./doubling-texts.mjs";
import { ROUTES, SESSION_ROUTES } from "./doubling-routes.mjs";
import { SESSIONS } from "./doubling-sessions.mjs";
import { milliseconds, row, times } from "./row.mjs";

const MOST = 2.5;
/** Below this a ratio says more about the machine than about the code. */
const MEASURABLE = 120;
/** A ratio below this needs no second look; a run of so many milliseconds gets none. */
const SURE = 2.2;
const LONG = 6000;
const LARGEST_TEXT = 2_048_000;
const LARGEST_SESSION = 32_000;

async function cpu(task) {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU milliseconds of one run over an input of this size. */
async function spent({ make, route }, size) {
  const input = await route.prepare(make(size));
  globalThis.gc?.({ type: "minor" });
  return cpu(() => route.run(input));
}

/** Grows the input until it takes long enough to be measured, then compares it with one of twice the size. */
async function doubling(one, rounds) {
  let size = one.smallest;
  let time = Math.min(await spent(one, size), await spent(one, size));
  while (time < MEASURABLE && size * 4 <= one.largest) {
    size *= 2;
    time = await spent(one, size);
  }
  const [single, double] = [[time], []];
  for (let round = 0; round < rounds; round += 1) {
    double.push(await spent(one, size * 2));
    if (Math.min(...double) < Math.min(...single) * SURE || Math.min(...double) > LONG) break;
    single.push(await spent(one, size));
  }
  const found = rowOf(one, size, [Math.min(...single), Math.min(...double)]);
  return isOver(found) ? doubledAgain(one, found, rounds) : found;
}

/** What begins at some size, such as a first compaction, is a step, no growth: the next doubling shows which it is. */
async function doubledAgain(one, found, rounds) {
  const size = found.size * 2;
  let [small, large] = [found.large, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds && large > small * MOST; round += 1) {
    large = Math.min(large, await spent(one, size * 2));
    if (large > LONG) break;
    small = Math.min(small, await spent(one, size));
  }
  const again = rowOf(one, size, [small, large]);
  return again.ratio < found.ratio ? again : found;
}

const rowOf = ({ name }, size, [small, large]) => ({
  name,
  size,
  small,
  large,
  ratio: large / small,
  measurable: large >= MEASURABLE,
});

function cases() {
  const texts = Object.entries({ ...KIND_TEXTS, ...HOSTILE_TEXTS });
  const overTexts = Object.entries(ROUTES).flatMap(([way, route]) =>
    texts.map(([input, make]) => ({ way, input, make, route, smallest: 16_000, largest: LARGEST_TEXT })),
  );
  const overSessions = Object.entries(SESSION_ROUTES).flatMap(([way, route]) =>
    Object.entries(SESSIONS).map(([input, make]) => ({
      way,
      input,
      make,
      route,
      smallest: 500,
      largest: LARGEST_SESSION,
    })),
  );
  return [...overTexts, ...overSessions].map((one) => ({ ...one, name: `${one.way}: ${one.input}` }));
}

const isOver = ({ ratio, measurable }) => measurable && ratio > MOST;

/** Every case, told as it is done. */
async function measureAll(chosen, { rounds, tell }) {
  const results = [];
  for (const one of chosen) {
    const result = await doubling(one, rounds);
    results.push(result);
    tell?.(result);
  }
  return results;
}

/** On every way for the table of all benchmarks; the other texts only as evidence. */
const ON_EVERY_WAY = new Set([
  ...Object.keys(KIND_TEXTS),
  ...Object.keys(SESSIONS),
  "newlines only",
  "paragraphs between blank lines",
  "rules",
  "rules in one paragraph",
]);

/** For the table of all benchmarks: the worst input of every way. */
export default async function doublings({ quick }) {
  const all = cases().filter(({ way, input }) =>
    quick ? way === "evidence" && ON_EVERY_WAY.has(input) : way === "evidence" || ON_EVERY_WAY.has(input),
  );
  const results = await measureAll(all, { rounds: quick ? 3 : 5 });
  const ways = new Map();
  for (const result of results) {
    const way = result.name.slice(0, result.name.indexOf(":"));
    ways.set(way, [...(ways.get(way) ?? []), result]);
  }
  return [...ways.values()].map((list) => {
    const known = list.filter(({ measurable }) => measurable);
    const worst = known.reduce((most, one) => (one.ratio > most.ratio ? one : most), known[0] ?? list[0]);
    return row({
      name: `${worst.name}, the worst of ${list.length}`,
      value: milliseconds(worst.large),
      ratio: worst.ratio,
      against: "half of it",
      goal: ["at most", MOST],
    });
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      route: { type: "string" },
      input: { type: "string" },
      rounds: { type: "string", default: "5" },
    },
  });
  const chosen = cases().filter(
    ({ way, input }) => (values.route ?? way) === way && input.includes(values.input ?? ""),
  );
  const tell = (result) => {
    const mark = isOver(result) ? "  OVER" : "";
    const cells = [times(result.ratio), milliseconds(result.small), milliseconds(result.large), result.size];
    console.log(`${cells.map((cell) => String(cell).padStart(10)).join("")}  ${result.name}${mark}`);
  };
  const over = (await measureAll(chosen, { rounds: Number(values.rounds), tell })).filter(isOver);
  console.log(`${chosen.length} inputs, ${over.length} over ${MOST}×`);
  if (values.check && over.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
