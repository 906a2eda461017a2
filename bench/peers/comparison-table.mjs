// The comparison as Markdown: a line per measure, a column per peer, the best numbers bold.
import { budgetOf, MEASURES } from "./measures.mjs";

const SELF = "plimsoll";

const percent = (value) => (value === undefined ? undefined : Math.round(100 * value));

function groupsOf({ suite, level, metric, groups }, results) {
  const named = results.flatMap(({ means }) => Object.keys(means[suite]?.[level]?.[metric] ?? {}));
  return [...new Set(named)].filter(groups);
}

/** Every line of the table: the values of each peer by group, and where others are ahead of us. */
export function comparison(results) {
  return MEASURES.flatMap((measure) => {
    const { suite, level, metric } = measure;
    const groups = groupsOf(measure, results);
    if (groups.length === 0) return [];
    const values = results.map(({ means }) =>
      groups.map((group) => percent(means[suite]?.[level]?.[metric]?.[group])),
    );
    const best = groups.map((_, index) => Math.max(...values.map((row) => row[index] ?? -1)));
    return [{ ...measure, groups, labels: labelsOf(measure, groups), values, best }];
  });
}

/** Words for the groups if they are the ones that we know, otherwise their names. */
function labelsOf({ labels }, groups) {
  if (groups.length === 1) return "";
  return labels.split(" / ").length === groups.length ? labels : groups.join(" / ");
}

const cell = (values, best) =>
  values.every((value) => value === undefined)
    ? "-"
    : values
        .map((value, index) => {
          if (value === undefined) return "-";
          return value === best[index] && value > 0 ? `**${value}**` : String(value);
        })
        .join(" / ");

const line = (cells) => `| ${cells.join(" | ")} |`;

export function comparisonTable(results) {
  const lines = comparison(results);
  const head = ["measure, %", "budget", ...results.map(({ title }) => title)];
  const rows = lines.map(({ title, labels, level, values, best }) =>
    line([
      labels === "" ? title : `${title} (${labels})`,
      budgetOf(level),
      ...values.map((row) => cell(row, best)),
    ]),
  );
  const violations = results.map(({ cases, violations: found }) => share(found, cases));
  return [
    line(head),
    line(head.map((_, index) => (index < 2 ? "---" : "--:"))),
    ...rows,
    line(["windows over budget or refused", "all", ...violations]),
  ].join("\n");
}

function share(found, cases) {
  if (cases === 0) return "-";
  const value = (100 * found) / cases;
  return value > 0 && value < 1 ? value.toFixed(1) : String(Math.round(value));
}

/** Where a peer has more than we have: `title, budget (group): 41, cline 52`. */
export function behind(results) {
  const self = results.findIndex(({ name }) => name === SELF);
  if (self < 0) return [];
  return comparison(results).flatMap(({ title, level, groups, labels, values, best }) =>
    groups.flatMap((group, index) => {
      const own = values[self][index] ?? 0;
      if (best[index] <= own) return [];
      const ahead = results
        .filter((_, peer) => values[peer][index] === best[index])
        .map((peer) => peer.title)
        .join(", ");
      const name = labels === "" ? "" : ` (${labels.split(" / ")[index] ?? group})`;
      return [`${title}${name}, ${budgetOf(level)}: ${own}, ${ahead} ${best[index]}`];
    }),
  );
}

export function peerNotes(results, skipped) {
  const notes = results.map(({ title, about, versions }) => {
    const from = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
    return `- ${title}${from.length === 0 ? "" : ` (${from.join(", ")})`}: ${about}.`;
  });
  return [...notes, ...skipped.map(({ title, reason }) => `- ${title}: not run. ${reason}`)].join("\n");
}
