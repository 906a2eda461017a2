import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { FULL_SCALE, sampled } from "plimsoll-testkit/scaled";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { CompactManager } from "../engine/compact-manager.js";
import { callbackExporter } from "../events/callback-exporter.js";
import { randomCharacters } from "../redaction/example-test-support.js";
import { fileStorage } from "./fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql } from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
let drawn = 0;
const draw = (characters: string, length: number): string => {
  drawn += 1;
  return randomCharacters(characters, length, drawn * 7 + 3);
};

/** What is planted: the whole secret, and the part of it that must be nowhere afterwards. */
interface Planted {
  readonly secret: string;
  readonly core: string;
}
const planted = (secret: string, core = secret): Planted => ({ secret, core });

const KINDS: Readonly<Record<string, () => Planted>> = {
  github: () => planted(`ghp_${draw(ALNUM, 36)}`),
  gitlab: () => planted(`glpat-${draw(ALNUM, 20)}`),
  stripe: () => planted(["sk", "live", draw(ALNUM, 24)].join("_")),
  slack: () => planted(["xoxb", draw("0123456789", 12), draw("0123456789", 12), draw(ALNUM, 24)].join("-")),
  aws: () => planted(`AKIA${draw("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`),
  npm: () => planted(`npm_${draw(ALNUM, 36)}`),
};

const named = (name: string, value: string): string => `${name}=${value}`;

/** How a secret stands in a text. */
const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => `use ${secret} for that`,
  quoted: (secret) => `the key is "${secret}".`,
  "in backticks": (secret) => `run it with \`${secret}\` please`,
  "in JSON": (secret) => JSON.stringify({ service: { token: secret } }),
  "in JSON twice": (secret) => JSON.stringify({ body: JSON.stringify({ token: secret }) }),
  "in JSON behind an escaped newline": (secret) => JSON.stringify({ log: `line one\n${secret}\nline three` }),
  "in YAML": (secret) => `service:\n  token: ${secret}\n`,
  "in an env dump": (secret) => `PATH=/usr/bin\n${named("SERVICE_TOKEN", secret)}\nHOME=/root`,
  "in an export": (secret) => `export SERVICE_TOKEN='${secret}'`,
  "in a header": (secret) => `GET /v1 HTTP/1.1\nAuthorization: Bearer ${secret}\nAccept: */*`,
  "in a header of its own": (secret) => `x-api-key: ${secret}`,
  "in curl": (secret) => `curl -H "Authorization: token ${secret}" https://api.example.com/user`,
  "in the user info of an address": (secret) =>
    `git clone https://x-access-token:${secret}@git.example.com/a.git`,
  "in a query": (secret) => `https://api.example.com/v1?access_token=${secret}&page=2`,
  "in a URL-encoded body": (secret) => `grant_type=refresh&client_secret=${encodeURIComponent(secret)}&x=1`,
  "in a diff": (secret) => `--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-TOKEN=none\n+TOKEN=${secret}\n`,
  "in a stack trace": (secret) => `Error: 401 for key ${secret}\n    at call (client.js:12:3)`,
  "in a log line": (secret) => `2026-03-01T10:00:00Z WARN auth failed token=${secret} user=app`,
  "in a table": (secret) => `| name | value |\n| --- | --- |\n| token | ${secret} |`,
  "in a Dockerfile": (secret) => `FROM node\nENV SERVICE_TOKEN=${secret}\nRUN npm ci`,
  "in XML": (secret) => `<config><token>${secret}</token></config>`,
  "in code": (secret) => `const client = new Client({ apiKey: "${secret}" });`,
  "in a command": (secret) => `deploy --token ${secret} --env prod`,
  "on a line of its own": (secret) => `before\n${secret}\nafter`,
};

const pem = (): { readonly text: string; readonly cores: readonly string[] } => {
  const lines = Array.from({ length: 6 }, () => draw(`${ALNUM}+/`, 64));
  const [head, tail] = ["BEGIN", "END"].map((word) => `-----${word} RSA ${"PRIVATE"} KEY-----`);
  return { text: [head, ...lines, tail].join("\n"), cores: lines };
};

/** Every kind in every form, then keys and passwords that have forms of their own. */
function texts(): { readonly text: string; readonly cores: readonly string[]; readonly form: string }[] {
  const made = Object.entries(KINDS).flatMap(([kind, make]) =>
    Object.entries(FORMS).map(([form, write]) => {
      const { secret, core } = make();
      return { text: write(secret), cores: [core], form: `${kind} ${form}` };
    }),
  );
  const basic = draw(ALNUM, 24);
  const encoded = Buffer.from(`app:${basic}`).toString("base64");
  const key = pem();
  const escaped = pem();
  const [database, password] = [draw(HEX, 20), draw(ALNUM, 18)];
  return [
    ...made,
    { text: `Authorization: Basic ${encoded}`, cores: [encoded], form: "basic authorization" },
    { text: `the key:\n${key.text}\n`, cores: key.cores, form: "PEM" },
    { text: JSON.stringify({ key: escaped.text }), cores: escaped.cores, form: "PEM in JSON" },
    { text: `postgres://app:${database}@db.example/main`, cores: [database], form: "database address" },
    { text: named("DB_PASSWORD", password), cores: [password], form: "password" },
  ];
}

let root = "";
let server: S3Server | undefined;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-planted-"));
  server = await startS3Server();
});
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true });
});

interface Place {
  readonly storage: StorageAdapter;
  /** Every byte that the store holds. */
  bytes(): Promise<Buffer>;
}

const PLACES: Readonly<Record<string, () => Place>> = {
  fs: () => {
    const path = join(root, "fs");
    return { storage: fileStorage({ path, fsync: false }), bytes: () => bytesOnDisk(path) };
  },
  sqlite: () => {
    const path = join(root, "sqlite");
    return {
      storage: sqliteStorage({ path: join(path, "archive.db"), fsync: false }),
      bytes: () => bytesOnDisk(path),
    };
  },
  s3: () => ({
    storage: s3Storage(
      { bucket: "bucket", endpoint: server?.endpoint ?? "", region: "us-east-1", ...server?.credentials },
      {},
    ),
    bytes: async () =>
      Buffer.concat([...(server?.buckets.get("bucket")?.objects.values() ?? [])].map(({ body }) => body)),
  }),
  ...(noPostgres === undefined
    ? {
        postgres: () => {
          const schema = newSchema();
          return {
            storage: postgresStorage({ url: postgresUrl, schema }),
            bytes: async () => {
              const parts: Buffer[] = [];
              for (const table of ["sessions", "entries", "artifact_payloads", "artifact_references"])
                for (const row of await runSql(`SELECT * FROM ${schema}.${table}`))
                  for (const value of Object.values(row))
                    parts.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
              return Buffer.concat(parts);
            },
          };
        },
      }
    : {}),
};

const FILLER = Array.from({ length: 40 }, (_, line) => `step ${line}: module ${line % 7} built`).join("\n");

/** A conversation that says a text as user, as argument, as output and as error. */
function conversation(text: string, turn: number): object[] {
  const call = (id: string, args: unknown, output: string): object[] => [
    {
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name: "shell", arguments: JSON.stringify(args) } }],
    },
    { role: "tool", tool_call_id: id, content: output },
  ];
  return [
    { role: "user", content: `Step ${turn}. ${text}` },
    ...call(`c${turn}`, { command: text }, `${FILLER}\n${text}\n${FILLER}`),
    ...call(`e${turn}`, { retry: turn }, `Error: the upstream answered 401: ${text}`),
    { role: "assistant", content: `Done with step ${turn}.` },
  ];
}

describe.each(Object.keys(PLACES))("secrets in a conversation that the %s store keeps", (name) => {
  it("are in no byte of it and in no event, in none of their forms, while the model sees them", async () => {
    const { storage, bytes } = (PLACES[name] as () => Place)();
    const events: string[] = [];
    // More than 10,000 items at full scale, in one of the stores.
    const all =
      name === "sqlite" && FULL_SCALE ? Array.from({ length: 12 }, texts).flat() : sampled(texts(), 62);
    const history = all.flatMap(({ text }, turn) => conversation(text, turn));
    expect(new Set(all.map(({ form }) => form)).size).toBeGreaterThanOrEqual(60);
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 30_000,
      storage,
      exporters: [callbackExporter((event) => void events.push(JSON.stringify(event)))],
    });
    const before = JSON.stringify(history);
    expect(all.every(({ cores }) => cores.every((core) => before.includes(core)))).toBe(true);
    const { items } = await manager.preflight("s", history);
    expect(JSON.stringify(history)).toBe(before);
    expect(items.length).toBeLessThan(history.length);
    // What stays in the window stays as it was.
    const kept = items.filter((item) => history.includes(item as object)).length;
    expect(kept).toBeGreaterThan(0);
    await manager.close();
    const stored = await bytes();
    const said = events.join("");
    const leaks = all.filter(({ cores }) =>
      cores.some((core) => stored.includes(core) || said.includes(core)),
    );
    expect(stored.includes("[REDACTED:")).toBe(true);
    expect(said).toContain("compact.");
    expect(leaks.map(({ form }) => form)).toEqual([]);
  });
});
