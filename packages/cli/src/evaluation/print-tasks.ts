import { formatCount, formatNumber } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { type Column, table } from "../output/table.js";
import { grouped } from "./grouped.js";
import type { LostFact } from "../tasks/play-task.js";
import type { TaskRow } from "../tasks/run-tasks.js";
import { percent } from "./percent.js";

const right = (title: string): Column => ({ title, align: "right" });

/** How often the agent could do all of its work, by run and depth, and which facts it had not. */
export async function printTasks(rows: readonly TaskRow[], output: Output): Promise<void> {
  const { bold, dim } = output.colors;
  const tasks = [...new Set(rows.map((row) => row.task))];
  const groups = grouped(rows, (row) => `${row.run}\n${row.depth}`);
  await output.line(
    `${bold("Scripted tasks")}, each played ${formatCount(rows[0]?.played ?? 0, "time")}: how many succeed`,
  );
  const columns = [
    { title: "run" },
    { title: "deep" },
    right("compactions"),
    ...tasks.map(right),
    right("all"),
    right("values right"),
    right("looked up"),
  ];
  await output.line(
    table(
      columns,
      [...groups.values()].map((group) => cellsOf(group, tasks)),
    ),
  );
  const lost = lostFacts(rows);
  if (lost.length > 0) {
    await output.line();
    await output.line(bold("Missing facts"));
    await output.line(
      table([{ title: "run" }, { title: "fact" }, right("not visible"), right("outdated or wrong")], lost),
    );
  }
  await output.line();
  await output.line(
    dim("The agent acts only on what its window shows; with recall it may look up what it does not see."),
  );
}

function cellsOf(group: readonly TaskRow[], tasks: readonly string[]): string[] {
  const [first] = group as readonly [TaskRow];
  const sum = (value: (row: TaskRow) => number): number =>
    group.reduce((total, row) => total + value(row), 0);
  const share = (row: TaskRow | undefined): string => (row ? percent(row.succeeded / row.played) : "-");
  return [
    first.run,
    first.depth,
    (sum((row) => row.compactions) / group.length).toFixed(1),
    ...tasks.map((task) => share(group.find((row) => row.task === task))),
    percent(sum((row) => row.succeeded) / sum((row) => row.played)),
    percent(sum((row) => row.met) / sum((row) => row.needs)),
    formatNumber(sum((row) => row.recalled)),
  ];
}

function lostFacts(rows: readonly TaskRow[]): string[][] {
  const kindOf = (fact: LostFact): string => `${fact.kind} (${fact.argument.split(" of ")[0] ?? ""})`;
  return [...grouped(rows, (row) => row.run)].flatMap(([run, own]) =>
    [
      ...grouped(
        own.flatMap((row) => row.lost),
        kindOf,
      ),
    ].map(([kind, facts]) => {
      const unseen = facts.filter((fact) => fact.taken === undefined).length;
      return [run, kind, formatNumber(unseen), formatNumber(facts.length - unseen)];
    }),
  );
}

/** The rows in the names that the command line prints. */
export function taskData(rows: readonly TaskRow[]): object[] {
  return rows.map((row) => ({
    run: row.run,
    task: row.task,
    depth: row.depth,
    played: row.played,
    succeeded: row.succeeded,
    values: row.needs,
    values_right: row.met,
    looked_up: row.recalled,
    compactions: row.compactions,
    lost: row.lost.map(({ seed, kind, argument, expected, taken, compactions }) => ({
      seed,
      kind,
      argument,
      expected,
      ...(taken === undefined ? {} : { taken }),
      compactions,
    })),
  }));
}
