// The lines of the comparison: a measure of a suite, its budget, and the groups whose numbers share a cell.

/** Short names of the groups, in the order of the kit. */
const SESSIONS = "coding / tasks / long / desk";
const CODING = "coding / tasks / long";
const AGENTS = "coding / long";
const LANGUAGES = "en / cjk / other";
const OUTPUTS = "search / page / JSON / test names / test errors";
const FACTS = "code / said / tool";

const all = () => true;
const measure = (fields) => ({ labels: "", groups: all, ...fields });

function ofRules(suite, level, when) {
  const shapes = ["talk", "work"];
  const metrics = { kept: "rules in force visible", current: "changed rules as they are now" };
  return shapes.flatMap((shape) =>
    Object.entries(metrics).map(([metric, what]) => {
      const groups = (group) => group.startsWith(shape);
      return measure({ suite, metric, level, title: `${what}, ${shape}${when}`, labels: LANGUAGES, groups });
    }),
  );
}

const HAND_OFF = {
  changed: "changed files shown as changed",
  todo: "plan steps with their newest state",
  last: "the assistant's last statement",
  wish: "the newest request, word for word",
  error: "the newest open failure",
  stale_code: "own lines that are not removed code",
};

const ofHandOff = Object.entries(HAND_OFF).flatMap(([metric, title]) =>
  ["b0.02", "b0.05", "b0.1"].map((level) =>
    measure({ suite: "handoff", metric, level, title, labels: AGENTS }),
  ),
);

const DRIFT = {
  newest: "newest facts",
  open: "open matters",
  rules: "rules",
  closed: "closed matters gone or told as closed",
};

const ofDrift = Object.entries(DRIFT).map(([metric, what]) =>
  measure({
    suite: "drift",
    metric,
    level: "t4000",
    title: `${what}, 20 compactions`,
    groups: (group) => group === "after20",
  }),
);

const LATER_CALLS = {
  suite: "far",
  metric: "bound",
  title: "strings that later calls need",
  labels: SESSIONS,
};
const MEETINGS = { suite: "qa", metric: "support", title: "words of answers about meetings" };
const CHANGED_FACTS = {
  suite: "state",
  metric: "right",
  title: "facts that changed, in their right state",
  labels: FACTS,
};

export const MEASURES = [
  ...["b0.02", "b0.05", "b0.1"].map((level) => measure({ ...LATER_CALLS, level })),
  ...["b0.05", "b0.1"].map((level) => measure({ ...MEETINGS, level })),
  measure({
    suite: "tool-outputs",
    metric: "recall",
    level: "t1000",
    title: "one large output",
    labels: OUTPUTS,
  }),
  measure({ suite: "gates", metric: "user", level: "b0.1", title: "the user's sentences", labels: CODING }),
  measure({ suite: "gates", metric: "files", level: "b0.05", title: "edited files named", labels: CODING }),
  ...ofRules("rules", "b0.1", ""),
  ...ofRules("rules-5x", "t4000", ", 5 compactions"),
  ...["b0.05", "b0.1"].map((level) => measure({ ...CHANGED_FACTS, level })),
  ...ofHandOff,
  ...ofDrift,
  measure({
    suite: "recall",
    metric: "found",
    level: "k3",
    title: "right item among the first three of a search",
    labels: LANGUAGES,
  }),
];

export function budgetOf(level) {
  const value = level.slice(1);
  if (level[0] === "b") return `${Number((100 * Number(value)).toFixed(2))} %`;
  return level[0] === "t" ? `${Number(value).toLocaleString("en-US")} tokens` : "-";
}

/** The means of a peer: `{suite: {level: {metric: {group: mean}}}}`, from the kit's rows. */
export function meansOf(rows) {
  const sums = new Map();
  for (const { suite, level, group, metrics } of rows) {
    for (const [metric, value] of Object.entries(metrics)) {
      const key = JSON.stringify([suite, level, metric, group]);
      const sum = sums.get(key) ?? { total: 0, count: 0 };
      if (value !== null && value !== undefined)
        sums.set(key, { total: sum.total + value, count: sum.count + 1 });
    }
  }
  const means = {};
  for (const [key, { total, count }] of sums) {
    const [suite, level, metric, group] = JSON.parse(key);
    means[suite] ??= {};
    means[suite][level] ??= {};
    means[suite][level][metric] ??= {};
    means[suite][level][metric][group] = total / count;
  }
  return means;
}
