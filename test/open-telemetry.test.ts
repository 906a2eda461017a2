import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_SESSION, spawnCompactctl } from "../packages/cli/src/testing/run-compactctl.js";
import { CollectedBytes, type Collector, freePort, hasCollector, startCollector } from "./start-collector.js";

/** Writes a little now and then, until its client goes. */
function dribble(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 100);
  response.once("close", () => clearInterval(timer));
}

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe.runIf(hasCollector)("OpenTelemetry", () => {
  const sink = new CollectedBytes();
  let folder = "";
  let collecting: Collector;

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

  it.runIf(FULL_SCALE).each([
    ["never answers", (): void => undefined],
    ["never ends its answer", (response: ServerResponse): void => dribble(response)],
  ])("gives a collector up that takes everything and %s", async (_, answer) => {
    const silent = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
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
