import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startDemoUpstream } from "../demo/demo-upstream.js";
import { examineUpstreams } from "./examine-upstreams.js";

describe("examineUpstreams", () => {
  it("finds nothing wrong with an upstream that answers with a tool call, and asks each model once", async () => {
    const upstream = await startDemoUpstream();
    onTestFinished(upstream.close);
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(
      join(folder, "plimsoll.config.yaml"),
      `gateway:\n  upstreams: { a: { vendor: generic, base_url: "${upstream.baseUrl}" } }\n` +
        "  routes: { m: { upstream: a, aliases: [n, o], window: 8000 } }\n",
    );
    const checks = await examineUpstreams({ cwd: folder, environment: {} }, new AbortController().signal);
    expect(checks).toMatchObject([
      {
        upstream: "a",
        reachable: true,
        key: "not needed",
        callsTools: true,
        reportsUsage: true,
        problems: [],
      },
    ]);
  });
});
