import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_SESSION, spawnCompactctl } from "../packages/cli/src/testing/run-compactctl.js";

const ROTEL = fileURLToPath(
  new URL("../node_modules/@streamfold/rotel-linux-x64/bin/rotel-agent", import.meta.url),
);
const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** What arrives behind the collector, as the bytes that it forwards. */
class Sink {
  readonly #server: Server;
  #received = "";
  #changed: () => void = () => undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks);
        const isZipped = request.headers["content-encoding"] === "gzip";
        this.#received += (isZipped ? gunzipSync(body) : body).toString("latin1");
        response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
        this.#changed();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when all of these have arrived. */
  async holds(texts: readonly string[]): Promise<void> {
    while (!texts.every((text) => this.#received.includes(text)))
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A collector that nobody here wrote, in front of the sink. */
async function startCollector(folder: string, sink: string) {
  const [grpc, http] = [await freePort(), await freePort()];
  const options = {
    "pid-file": join(folder, "rotel.pid"),
    "log-file": join(folder, "rotel.log"),
    "otlp-grpc-endpoint": `127.0.0.1:${grpc}`,
    "otlp-http-endpoint": `127.0.0.1:${http}`,
    exporter: "otlp",
    "otlp-exporter-endpoint": sink,
    "otlp-exporter-protocol": "http",
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const collector = spawn(ROTEL, ["start", ...words], { stdio: "ignore" });
  const url = `http://127.0.0.1:${http}`;
  for (;;) {
    if (collector.exitCode !== null) throw new Error(`The collector ended with ${collector.exitCode}.`);
    const answer = await fetch(`${url}/v1/traces`, { method: "POST" }).catch(() => undefined);
    if (answer) return { url, collector };
  }
}

describe.runIf(existsSync(ROTEL))("OpenTelemetry", () => {
  const sink = new Sink();
  let folder = "";
  let collecting: Awaited<ReturnType<typeof startCollector>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-telemetry-"));
    await writeFile(join(folder, "compact.yaml"), "model: gpt-5\ntelemetry: {exporter: otlp}\n");
    collecting = await startCollector(folder, await sink.listen());
  });

  afterAll(async () => {
    collecting.collector.kill("SIGKILL");
    sink.close();
    await rm(folder, { recursive: true, force: true });
  });

  const compactWith = (endpoint: string) =>
    spawnCompactctl(
      ["compact", AGENT_SESSION, "--target-tokens", "4000", "--no-archive", "--config", "compact.yaml"],
      { cwd: folder, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } },
    );

  it("brings the spans, metrics and records of a compaction to a collector", async () => {
    const { code, stderr } = await compactWith(collecting.url);
    expect({ code, stderr: stderr.includes("OpenTelemetry") }).toEqual({ code: 0, stderr: false });
    await sink.holds([
      "compact gpt-5",
      "gen_ai.conversation.id",
      "compact.summary_created",
      "plimsoll.compaction.duration",
      "plimsoll.facts",
      "compactctl",
    ]);
  });

  it("costs a run nothing but a word if the collector is gone", async () => {
    const { code, stdout, stderr } = await compactWith(`http://127.0.0.1:${await freePort()}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toBeTruthy();
    expect(stderr).toContain("OpenTelemetry cannot send");
  });

  it.runIf(FULL_SCALE)("gives a collector up that takes everything and never answers", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    try {
      const { code, stdout } = await compactWith(
        `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      );
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toBeTruthy();
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it("puts a request to the gateway below the span of its client", async () => {
    const command = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
    const environment = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collecting.url };
    const gateway = spawn(
      process.execPath,
      [command, "serve", "--port", "0", "--config", "compact.yaml", "--json"],
      { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      const [line] = (await once(gateway.stdout, "data")) as [Buffer];
      const { url } = JSON.parse(line.toString().split("\n")[0] ?? "") as { url: string };
      const answer = await fetch(`${url}/v1/responses`, {
        method: "POST",
        headers: { "content-type": "application/json", traceparent: TRACEPARENT },
        body: JSON.stringify({ model: "demo", input: "Hello." }),
      });
      expect(answer.status).toBe(200);
      const [traceId = "", parentId = ""] = TRACEPARENT.split("-").slice(1, 3);
      const bytes = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
      await sink.holds(["POST /v1/responses", bytes(traceId), bytes(parentId), "plimsoll-gateway"]);
    } finally {
      gateway.kill("SIGKILL");
      await once(gateway, "close");
    }
  });
});
