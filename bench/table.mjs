// The table at the end of a run.
import { percent, times } from "./row.mjs";

const HEADINGS = ["", "measured", "ratio", "against", "goal", "", "rounds", "spread"];
const MARKS = new Map([
  [true, "met"],
  [false, "MISSED"],
]);

function cellsOf(one) {
  return [
    one.name,
    one.value,
    one.ratio === undefined ? "" : times(one.ratio),
    one.against ?? "",
    one.goal ?? "",
    MARKS.get(one.met) ?? "",
    one.rounds === undefined ? "" : String(one.rounds),
    one.spread === undefined ? "" : `±${percent(one.spread)}`,
  ];
}

export function printTable({ date, machine, quick, seconds, groups }) {
  const bodies = groups.map(({ rows }) => rows.map(cellsOf));
  const all = [HEADINGS, ...bodies.flat()];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((cells) => cells[column].length)));
  const line = (cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd();
  console.log(`\n${line(HEADINGS)}`);
  groups.forEach(({ name, about }, index) => {
    console.log(`\n${name}: ${about}`);
    for (const cells of bodies[index]) console.log(line(cells));
  });
  const goals = groups.flatMap(({ rows }) => rows).filter((one) => one.met !== undefined);
  const missed = goals.filter((one) => !one.met);
  console.log(
    `\n${machine}; ${date.slice(0, 10)}; ${seconds} s${quick ? "; QUICK: small sizes, few rounds" : ""}`,
  );
  console.log(`${goals.length - missed.length} of ${goals.length} goals met.`);
  for (const one of missed) console.log(`  MISSED  ${one.name}: ${times(one.ratio)}, goal ${one.goal}`);
}

/** The same table for docs/benchmarks.md. */
export function printMarkdown({ groups, machine, date }) {
  console.log(`${machine}; ${date.slice(0, 10)}`);
  for (const { name, about, rows } of groups) {
    console.log(`\n**${name}**: ${about}\n`);
    console.log("| | measured | ratio | against | goal | |");
    console.log("|---|---|---|---|---|---|");
    for (const one of rows) {
      const cells = cellsOf(one).slice(0, 6);
      console.log(`| ${cells.map((cell) => cell.trim()).join(" | ")} |`);
    }
  }
}
