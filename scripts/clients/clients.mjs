// How each real client is installed, pointed at a gateway and given one piece of work.
import { join } from "node:path";

const TASK =
  "Work through all steps, one command each, and say when all are done. Never touch config/prod.yaml.";

function codex(version, { provider, extra = [], name }) {
  return {
    name,
    packages: [`@openai/codex@${version}`],
    upstreams: ["anthropic", "gemini"],
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
  codex("0.166.0", { name: "codex 0.166, remote compaction", provider: "OpenAI" }),
  codex("0.166.0", { name: "codex 0.166, local compaction", provider: "Gateway" }),
  codex("0.154.0", {
    name: "codex 0.154, standalone compaction",
    provider: "OpenAI",
    extra: ["--disable", "remote_compaction_v2"],
  }),
  {
    name: "claude-code 2.1.325",
    packages: ["@anthropic-ai/claude-code@2.1.325"],
    upstreams: ["anthropic"],
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
  {
    name: "opencode 1.18.33",
    packages: ["opencode-ai@1.18.33"],
    upstreams: ["anthropic", "gemini"],
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
                npm: "@ai-sdk/openai",
                options: { baseURL: `${baseUrl}/v1`, apiKey: "any" },
                models: { "plimsoll-test": { limit: { context: window, output: 4_000 } } },
              },
            },
          }),
        },
      };
    },
  },
];
