import { createRedactor } from "plimsoll/redaction";
import { describe, expect, it } from "vitest";
import { ApiError } from "../http/api-error.js";
import { createServer } from "../http/create-server.js";
import type { Handlers } from "../http/route-table.js";
import { KeyRing } from "../keys/key-ring.js";
import { DEFAULT_LIMITS, DEFAULT_LISTEN } from "../settings/gateway-settings.js";
import { call, post } from "../testing/call.js";
import { JsonLog } from "./json-log.js";
import { TerminalLog } from "./terminal-log.js";

const SECRETS = [
  "sk-proj-a8Kd93hfPq27Lm5ZxT1vBn4Ry6Ws0Ue",
  "AKIAIOSFODNN7EXAMPLQ",
  "ghp_x7Hq2Lm9Zt4Vb8Nc3Rk5Wd1Ys6Uf0Pa2Qe4J",
];

describe("a log line", () => {
  it("holds what was done for a request", () => {
    const lines: string[] = [];
    const now = () => new Date("2026-11-17T00:00:00Z");
    const log = new JsonLog({ redactor: createRedactor(), write: (line) => lines.push(line), now });
    log.request({
      id: "req_1",
      endpoint: "POST /v1/responses",
      tenant: "local",
      status: 200,
      whole: true,
      firstByteMs: 12.345,
      totalMs: 99,
      notes: {
        route: "kimi",
        upstream: "moonshot",
        inputTokens: 10,
        cachedTokens: 4,
        outputTokens: 2,
        compaction: "compacted",
      },
    });
    expect(lines).toEqual([
      '{"ts":"2026-11-17T00:00:00.000Z","event":"request","id":"req_1","endpoint":"POST /v1/responses","tenant":"local",' +
        '"status":200,"route":"kimi","upstream":"moonshot","input_tokens":10,"cached_tokens":4,"output_tokens":2,' +
        '"compaction":"compacted","first_byte_ms":12.3,"total_ms":99}\n',
    ]);
  });

  it("holds no secret of a prompt, an answer, a header, a path or a failure; neither do errors and metrics", async () => {
    const seen: string[] = [];
    const redactor = createRedactor();
    const json = new JsonLog({ redactor, write: (line) => seen.push(line) });
    const screen = new TerminalLog({
      redactor,
      progress: (line) => seen.push(line),
      line: (text) => seen.push(text),
    });
    const handlers: Handlers = {
      "POST /v1/responses": async ({ body, notes }) => {
        notes.error = `upstream said: invalid key ${SECRETS[0]}`;
        throw new Error(`could not parse ${body.toString()}`);
      },
      "POST /v1/messages": async ({ notes }) => {
        notes.error = SECRETS.join(" ");
        throw new ApiError(400, "refused");
      },
    };
    const server = createServer({
      settings: { listen: { ...DEFAULT_LISTEN, port: 0 }, limits: DEFAULT_LIMITS },
      keys: new KeyRing(undefined),
      handlers,
      log: {
        request: (record) => [json, screen].forEach((log) => log.request(record)),
        say: (level, message) => [json, screen].forEach((log) => log.say(level, message)),
      },
    });
    const { port } = await server.listen();
    const headers = {
      authorization: `Bearer ${SECRETS[0]}`,
      "x-api-key": SECRETS[1] ?? "",
      cookie: `a=${SECRETS[2]}`,
    };
    const answers = [
      await post(port, "/v1/responses", { body: { input: SECRETS }, headers }),
      await post(port, "/v1/messages", { body: { input: SECRETS }, headers }),
      await call({ port, path: `/v1/${SECRETS[0]}?key=${SECRETS[1]}`, headers }),
      await call({ port, path: "/metrics" }),
    ];
    await server.close();
    expect(seen.filter((line) => line.includes("event")).length).toBeGreaterThan(3);
    const all = [...seen, ...answers.map(({ text }) => text)].join("\n");
    expect(SECRETS.filter((secret) => all.includes(secret))).toEqual([]);
  });
});
