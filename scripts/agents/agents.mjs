// The agents that compact by themselves, and how each is given Plimsoll's hooks.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fullWindowModel, TASK } from "./full-window-model.mjs";

const quiet = {
  ANTHROPIC_API_KEY: "any",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

/** Claude Code asks for its summary in the last message. */
const asksForSummary = ({ messages }) =>
  JSON.stringify(messages.at(-1) ?? "").includes("an <analysis> block followed by a <summary> block");

/** The words of the hook before a compaction reach the model that compacts. */
function withInstructions(model) {
  return {
    ...model,
    problems(ended) {
      const deaf = model.requests.filter(
        ({ compacts, text }) =>
          compacts && !text.includes(`Repeat these rules of the user word for word:\\n`),
      );
      const found = model.problems(ended);
      return deaf.length === 0 ? found : [...found, `${deaf.length} compactions did not hear of the rules`];
    },
  };
}

const SDK_PROGRAM = `
import { query } from "@anthropic-ai/claude-agent-sdk";
import { compactionHooks } from "plimsoll/claude-code";
import { fileStorage } from "plimsoll/node";

const compaction = compactionHooks({ storage: fileStorage({ path: ".compact/archive" }) });
const options = { hooks: compaction.hooks, model: "claude-sonnet-4-6", allowedTools: ["Bash"], permissionMode: "default" };
for await (const message of query({ prompt: process.env.TASK, options }))
  if (message.type === "result") console.log(message.result);
await compaction.close();
`;

export const AGENTS = [
  {
    name: "claude-code 2.1.325",
    packages: ["@anthropic-ai/claude-code@2.1.325"],
    model: async () => withInstructions(await fullWindowModel({ isCompaction: asksForSummary })),
    start({ folder, home, baseUrl }) {
      const hook = (matcher) => [
        {
          ...matcher,
          hooks: [{ type: "command", command: join(folder, "node_modules/.bin/compactctl hook") }],
        },
      ];
      const hooks = { PreCompact: hook(), SessionStart: hook({ matcher: "compact" }), PostToolUse: hook() };
      return {
        command: join(folder, "node_modules/.bin/claude"),
        args: ["-p", TASK, "--model", "claude-sonnet-4-6", "--allowedTools", "Bash"],
        env: { ...quiet, HOME: home, ANTHROPIC_BASE_URL: baseUrl },
        files: { ".claude/settings.json": JSON.stringify({ hooks }) },
      };
    },
  },
  {
    name: "claude-agent-sdk 0.3.325",
    packages: ["@anthropic-ai/claude-agent-sdk@0.3.325", "@anthropic-ai/sdk@1", "zod@4"],
    model: () => fullWindowModel({ isCompaction: asksForSummary }),
    start({ folder, home, baseUrl }) {
      // Beside the packages that it imports.
      const program = join(folder, "agent.mjs");
      writeFileSync(program, SDK_PROGRAM);
      return {
        command: process.execPath,
        args: [program],
        env: { ...quiet, HOME: home, ANTHROPIC_BASE_URL: baseUrl, TASK },
      };
    },
  },
];
