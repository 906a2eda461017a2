// The agents that compact by themselves, and how each is given Plimsoll's hooks.
import { symlinkSync, writeFileSync } from "node:fs";
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

const OPENCODE_PLUGIN = `
import { tool } from "@opencode-ai/plugin";
import { compactionPlugin } from "plimsoll/opencode";
import { fileStorage } from "plimsoll/node";

export const Plimsoll = compactionPlugin({ tool, storage: fileStorage({ path: ".compact/archive" }) });
`;

/** opencode asks for its summary without tools. */
const hasNoTools = ({ tools, messages }) =>
  (tools ?? []).length === 0 && JSON.stringify(messages.at(-1)).includes("ummar");

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
  {
    name: "opencode 1.18.33",
    packages: ["opencode-ai@1.18.33", "@opencode-ai/plugin@1.18.33"],
    model: async () => withInstructions(await fullWindowModel({ isCompaction: hasNoTools })),
    start({ folder, home, baseUrl }) {
      // The plugin finds its packages where a project has them.
      symlinkSync(join(folder, "node_modules"), join(home, "node_modules"));
      return {
        command: join(folder, "node_modules/.bin/opencode"),
        args: ["run", "--model", "scripted/claude-sonnet-4-6", TASK],
        env: {
          HOME: home,
          XDG_CONFIG_HOME: join(home, ".config"),
          XDG_DATA_HOME: join(home, ".data"),
          OPENCODE_DISABLE_AUTOUPDATE: "1",
        },
        files: {
          ".opencode/plugins/plimsoll.js": OPENCODE_PLUGIN,
          ".config/opencode/opencode.json": JSON.stringify({
            permission: { bash: "allow" },
            provider: {
              scripted: {
                npm: "@ai-sdk/anthropic",
                options: { baseURL: `${baseUrl}/v1`, apiKey: "any" },
                models: { "claude-sonnet-4-6": { limit: { context: 200_000, output: 16_000 } } },
              },
            },
          }),
        },
      };
    },
  },
];
