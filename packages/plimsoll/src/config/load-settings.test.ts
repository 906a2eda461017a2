import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import { DEFAULT_POLICY } from "./compact-policy.js";
import { loadSettings, type LoadSettingsOptions } from "./load-settings.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const SAMPLE = String.raw`model: "gpt-5-reasoning"
max_context_tokens: 128000
policy:
  trigger_pct: 0.85
  hard_cap_buffer: 1500
  keep_recent_turns: 6
  keep_tool_io_pairs: 4
  roles_never_prune: ["system","developer"]
  protected_flag: "protected"
  strategy: "task_state"
telemetry:
  exporter: "console"
storage:
  adapter: "fs"
  path: "./.compact/archive"
redaction:
  enabled: true
  patterns:
    - "(?i)api[_-]?key\\s*[:=]\\s*\\S+"
    - "(?i)password\\s*[:=]\\s*\\S+"
`;

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "plimsoll-config-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(cwd, name);
  await writeFile(path, text);
  return path;
}

async function messageOf(options: LoadSettingsOptions = {}): Promise<string> {
  try {
    await loadSettings({ cwd, environment: {}, ...options });
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === "INVALID_CONFIG") return error.message;
    throw error;
  }
  return "no error";
}

describe("loadSettings", () => {
  it("loads the sample file as it stands", async () => {
    const path = await write("plimsoll.config.yaml", SAMPLE);
    expect(await loadSettings({ cwd, environment: {} })).toMatchObject({
      path,
      settings: {
        ...DEFAULT_SETTINGS,
        model: "gpt-5-reasoning",
        maxContextTokens: 128_000,
        policy: DEFAULT_POLICY,
        telemetry: { ...DEFAULT_SETTINGS.telemetry, exporter: "console" },
        storage: {
          ...DEFAULT_SETTINGS.storage,
          adapter: "fs",
          path: "./.compact/archive",
          retentionDays: 30,
        },
        redaction: {
          ...DEFAULT_SETTINGS.redaction,
          patterns: ["(?i)api[_-]?key\\s*[:=]\\s*\\S+", "(?i)password\\s*[:=]\\s*\\S+"],
        },
      },
    });
  });

  it("hands on, unread, what other packages keep in the same file", async () => {
    await write("plimsoll.config.yaml", "model: kimi-k2.6\ngateway:\n  listen: { port: 1 }\n");
    const { settings, others } = await loadSettings({ cwd, environment: {} });
    expect([settings.model, others]).toEqual(["kimi-k2.6", { gateway: { listen: { port: 1 } } }]);
    await write("plimsoll.config.yaml", "gatway: {}\n");
    expect(await messageOf()).toContain("Did you mean gateway?");
  });

  it("gives the defaults where there is no file, and for an empty one", async () => {
    expect(await loadSettings({ cwd, environment: {} })).toEqual({
      settings: DEFAULT_SETTINGS,
      origins: new Map(),
      others: {},
    });
    await write("plimsoll.config.yml", "");
    expect((await loadSettings({ cwd, environment: {} })).settings).toEqual(DEFAULT_SETTINGS);
  });

  it("prefers the named file, then PLIMSOLL_CONFIG, then yaml, yml and json in this order", async () => {
    const modelOf = async (path?: string, variable?: string): Promise<string> => {
      const environment = variable === undefined ? {} : { PLIMSOLL_CONFIG: variable };
      const loaded = await loadSettings({ cwd, environment, ...(path === undefined ? {} : { path }) });
      return loaded.settings.model;
    };
    await write("plimsoll.config.json", '{"model": "json"}');
    expect(await modelOf()).toBe("json");
    await write("plimsoll.config.yml", "model: yml");
    expect(await modelOf()).toBe("yml");
    await write("plimsoll.config.yaml", "model: yaml");
    expect(await modelOf()).toBe("yaml");
    await write("variable.yaml", "model: variable");
    expect(await modelOf(undefined, "variable.yaml")).toBe("variable");
    const named = await write("named.json", '{"model": "named"}');
    expect(await modelOf(named, "variable.yaml")).toBe("named");
  });

  it("lets the environment override single keys of the file", async () => {
    await write("plimsoll.config.yaml", "model: a\npolicy:\n  keep_recent_turns: 3\nstorage:\n");
    const environment = {
      PLIMSOLL_MODEL: "b",
      PLIMSOLL_POLICY__TRIGGER_PCT: "0.8",
      PLIMSOLL_STORAGE__ADAPTER: "fs",
    };
    const { settings } = await loadSettings({ cwd, environment });
    expect(settings.model).toBe("b");
    expect(settings.policy).toEqual({ ...DEFAULT_POLICY, keepRecentTurns: 3, triggerPct: 0.8 });
    expect(settings.storage.adapter).toBe("fs");
  });

  it("reports problems of file and environment together, with their origin", async () => {
    await write("plimsoll.config.yaml", "modell: a\ntelemetry: loud\n");
    const environment = {
      PLIMSOLL_POLICY__TRIGGER_PCT: "much",
      PLIMSOLL_POLICY__TRIGER: "1",
      PLIMSOLL_TELEMETRY__LEVEL: "info",
    };
    const message = await messageOf({ environment });
    expect(message).toContain("plimsoll.config.yaml and the environment have 4 problems:");
    expect(message).toContain("PLIMSOLL_POLICY__TRIGER: unknown environment variable.");
    expect(message).toContain("modell: unknown key. Did you mean model?");
    expect(message).toContain(
      'policy.trigger_pct: "much" (from PLIMSOLL_POLICY__TRIGGER_PCT); allowed: number',
    );
    expect(message).toContain('telemetry: "loud"; allowed: a mapping');
  });

  it("names file, line and column of what is not YAML", async () => {
    const path = await write("plimsoll.config.yaml", "model: a\npolicy:\n  strategy: [brief\n");
    expect(await messageOf()).toMatch(new RegExp(`^${path}:\\d+:\\d+: `));
    await write("plimsoll.config.yaml", "model: a\nmodel: b\n");
    expect(await messageOf()).toContain(`${path}:2:1: key model is given twice`);
    await write("plimsoll.config.yaml", "model: !custom a\n");
    expect(await messageOf()).toContain(`${path}:1:8: `);
  });

  it("reads twenty thousand keys only to say that they are unknown", async () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`);
    await write("plimsoll.config.yaml", keys.join("\n"));
    const message = await messageOf();
    expect(message).toContain("has 20000 problems:");
    expect(message).toMatch(/ and 19950 more$/);
  });

  it("refuses alias bombs, bottomless nesting, huge files and missing ones", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const entry = level === 0 ? "x" : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 9 }, () => entry).join(", ")}]`;
    });
    await write("plimsoll.config.yaml", levels.join("\n"));
    expect(await messageOf()).toContain("not readable as YAML or JSON");
    const indented = Array.from({ length: 400 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
    for (const deep of ["[".repeat(900_000), "{".repeat(900_000), "- ".repeat(400_000), indented]) {
      await write("plimsoll.config.yaml", deep);
      expect(await messageOf()).toMatch(/plimsoll\.config\.yaml:\d+:\d+: nested deeper than 200 levels/);
    }
    await write("plimsoll.config.yaml", `model: ${"a".repeat(1_000_001)}`);
    expect(await messageOf()).toContain("larger than 1000000 bytes");
    expect(await messageOf({ path: "missing.yaml" })).toMatch(/missing\.yaml cannot be read: ENOENT/);
    expect(await messageOf({ environment: { PLIMSOLL_CONFIG: "missing.yaml" } })).toMatch(
      /Check the environment variable PLIMSOLL_CONFIG\.$/,
    );
    expect(await messageOf({ path: "." })).toMatch(/cannot be read: EISDIR/);
  });
});
