import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { inspect } from "node:util";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseGatewaySettings } from "../settings/parse-gateway-settings.js";
import type { Vendor } from "../vendors/vendor.js";
import { buildRoutes } from "./build-routes.js";
import { LiveRoutes } from "./live-routes.js";
import type { Routes } from "./route.js";

const vendor = (name: string, more: Partial<Vendor>): Vendor => ({
  name,
  title: name,
  protocols: ["chat"],
  auth: "bearer",
  examples: [],
  quirks: () => ({}),
  notes: [],
  ...more,
});

const VENDORS = [
  vendor("openai", {
    baseUrl: "https://api.example/v1/",
    protocols: ["responses", "chat"],
    keyEnv: "OPENAI_API_KEY",
  }),
  vendor("local", { auth: "none" }),
];

function build(raw: unknown, environment: Record<string, string> = {}, cwd = "/"): Routes {
  const vendorByName = (name: string) => VENDORS.find((known) => known.name === name);
  return buildRoutes(parseGatewaySettings(raw), { vendorByName, environment, cwd });
}

const UPSTREAMS = {
  main: { vendor: "openai" },
  spare: { vendor: "local", base_url: "http://127.0.0.1:8000/v1" },
};

describe("buildRoutes", () => {
  it("finds the way of a model by its name or an alias, with the window of the catalogue", () => {
    const routes = build({
      upstreams: UPSTREAMS,
      routes: {
        "kimi-k2.6": { upstream: "main", aliases: ["fast"], fallbacks: ["small"] },
        "gpt-5": { upstream: "main" },
        small: { upstream: "spare", model: "my-model", window: 8000 },
      },
    });
    const fast = routes.find("fast");
    expect(fast).toMatchObject({
      model: "fast",
      upstreamModel: "kimi-k2.6",
      window: 262_144,
      outputReserve: 32_768,
      upstream: { name: "main", baseUrl: "https://api.example/v1", protocol: "responses" },
      fallbacks: [{ upstreamModel: "my-model", window: 8000, outputReserve: 2000 }],
    });
    expect(routes.find("gpt-5")).toMatchObject({ window: 400_000, outputReserve: 128_000 });
    expect(routes.find("other")).toBeUndefined();
    expect(routes.list().map(({ model }) => model)).toEqual(["kimi-k2.6", "fast", "gpt-5", "small"]);
  });

  it("sends every other name on where a route says so", () => {
    const routes = build({
      upstreams: UPSTREAMS,
      routes: { "*": { upstream: "main" }, a: { upstream: "spare" } },
    });
    expect(routes.find("claude-haiku-4-5")).toMatchObject({
      upstreamModel: "claude-haiku-4-5",
      window: 200_000,
      upstream: { name: "main" },
    });
    expect(routes.find("a")?.upstream.name).toBe("spare");
    expect(routes.find("no\nname")).toBeUndefined();
    expect(routes.list()).toHaveLength(1);
  });

  it("reads keys from the environment or a file, and shows them in no object", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-routes-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "key"), "file-key-1234\n");
    const routes = build(
      {
        upstreams: {
          a: { vendor: "openai" },
          b: { vendor: "openai", key_env: "OTHER" },
          c: { vendor: "openai", key_file: "key" },
        },
        routes: { a: { upstream: "a" }, b: { upstream: "b" }, c: { upstream: "c" } },
      },
      { OPENAI_API_KEY: "env-key-1234", OTHER: "bad\r\nkey" },
      folder,
    );
    expect(["a", "b", "c"].map((model) => routes.find(model)?.upstream.key())).toEqual([
      "env-key-1234",
      undefined,
      "file-key-1234",
    ]);
    expect(inspect(routes.list(), { depth: 9 }) + JSON.stringify(routes.list())).not.toContain("key-1234");
  });

  it.each([
    [{ a: { vendor: "nobody" } }, "no known vendor"],
    [{ a: { vendor: "local" } }, "gateway.upstreams.a.base_url"],
    [{ a: { vendor: "openai", protocol: "gemini" } }, "does not speak gemini; allowed: responses, chat"],
    [{ a: { vendor: "openai", key_file: "/no/such/file" } }, "cannot be read (ENOENT)"],
  ])("refuses %j", (upstreams, message) => {
    expect(() => build({ upstreams, routes: { m: { upstream: "a" } } })).toThrow(message);
  });
});

describe("LiveRoutes", () => {
  it("gives the newest routes, and leaves those that were given alone", () => {
    const live = new LiveRoutes(build({ upstreams: UPSTREAMS, routes: { m: { upstream: "main" } } }));
    const before = live.find("m");
    live.replace(build({ upstreams: UPSTREAMS, routes: { m: { upstream: "spare" } } }));
    expect([before?.upstream.name, live.find("m")?.upstream.name, live.list().length]).toEqual([
      "main",
      "spare",
      1,
    ]);
  });
});
