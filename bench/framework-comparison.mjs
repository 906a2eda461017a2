// node bench/framework-comparison.mjs [NAME]: the long session on every framework, with Plimsoll, with what the framework brings
// itself, and with nothing; a table in Markdown for docs/integrations/README.md. Needs a build.
import { FRAMEWORKS } from "./frameworks/frameworks.mjs";
import { play } from "./frameworks/play.mjs";

const HEADINGS = [
  "how",
  "turns of 60",
  "refused requests",
  "requests without the policy",
  "policy obeyed",
  "fact of turn 2",
  "correction",
  "calls made again",
  "input tokens",
];

const yesOrNo = (value) => (value ? "yes" : "**no**");
const thousands = (value) => `${Math.round(value / 1000).toLocaleString("en")}k`;
const count = (list) => (list.length === 0 ? "0" : `**${list.length}**`);

function cellsOf(name, { verdict, summaryTokens }) {
  const summaries = summaryTokens === 0 ? "" : ` + ${thousands(summaryTokens)} for summaries`;
  return [
    name,
    verdict.completed ? String(verdict.turns) : `**${verdict.turns}**`,
    count(verdict.refused),
    count(verdict.withoutPolicy),
    verdict.turns < 45 ? "not reached" : yesOrNo(verdict.policyObeyed),
    verdict.completed ? yesOrNo(verdict.factUsed) : "not reached",
    verdict.completed ? yesOrNo(verdict.correctionUsed) : "not reached",
    String(verdict.repeatedCalls),
    `${thousands(verdict.inputTokens)}${summaries}`,
  ];
}

const line = (cells) => `| ${cells.join(" | ")} |`;
const [only] = process.argv.slice(2);

for (const [name, load] of Object.entries(FRAMEWORKS)) {
  if (only !== undefined && only !== name) continue;
  const { framework, variants } = await load();
  console.log(`\n**${framework}**\n\n${line(HEADINGS)}\n${line(HEADINGS.map(() => "---"))}`);
  for (const [variant, host] of Object.entries(variants)) {
    const label = variant === "none" ? "nothing" : variant.replace(/^plimsoll/, "Plimsoll");
    // In the background a compaction would depend on how fast this machine is.
    console.log(line(cellsOf(label, await play(host, { prepareAtPct: 0 }))));
  }
}
