import { describe, expect, it } from "vitest";
import { parseGatewaySettings } from "./parse-gateway-settings.js";

const VENDORS = ["openai", "moonshot", "generic"];
const parse = (raw: unknown) =>
  parseGatewaySettings(raw, {
    source: "plimsoll.config.yaml",
    vendors: VENDORS,
    isVendor: (name) => VENDORS.includes(name),
  });

function problemsOf(raw: unknown): string {
  try {
    parse(raw);
  } catch (error) {
    return (error as Error).message;
  }
  return "no problem";
}

const GOOD = {
  listen: {
    host: "0.0.0.0",
    port: 9000,
    allowed_hosts: ["gateway.internal"],
    allowed_origins: ["https://a.example"],
  },
  keys_file: "/etc/plimsoll/keys.json",
  limits: { body_bytes: 1000, requests_per_minute: 0 },
  upstreams: { kimi: { vendor: "moonshot", key_env: "KIMI_KEY", timeouts: { connect_ms: 5 } } },
  routes: {
    "kimi-k2.6": {
      upstream: "kimi",
      aliases: ["gpt-5"],
      policy: "on_overflow",
      window: 9000,
      output_reserve: 100,
    },
    "*": { upstream: "kimi", fallbacks: ["kimi-k2.6"] },
  },
};

describe("parseGatewaySettings", () => {
  it("completes what is given with defaults", () => {
    const settings = parse(GOOD);
    expect(settings).toMatchObject({
      listen: { host: "0.0.0.0", port: 9000, allowedHosts: ["gateway.internal"] },
      keysFile: "/etc/plimsoll/keys.json",
      limits: { bodyBytes: 1000, requestsPerMinute: 0, streamsPerKey: 1000 },
      upstreams: [
        { name: "kimi", vendor: "moonshot", keyEnv: "KIMI_KEY", timeouts: { connectMs: 5, idleMs: 120_000 } },
      ],
      routes: [
        { model: "kimi-k2.6", upstream: "kimi", aliases: ["gpt-5"], policy: "on_overflow", window: 9000 },
        {
          model: "*",
          upstream: "kimi",
          fallbacks: ["kimi-k2.6"],
          policy: "auto",
          archive: "asked",
          webSearch: false,
        },
      ],
    });
    expect(parse(undefined)).toMatchObject({
      listen: { host: "127.0.0.1", port: 8787 },
      upstreams: [],
      routes: [],
    });
  });

  it.each([
    [{ listn: {} }, "gateway.listn: is unknown; did you mean listen?"],
    [{ listen: { prt: 1 } }, "gateway.listen.prt: is unknown; did you mean port?"],
    [{ upstreams: { a: { vendor: "openai", key: "sk-1" } } }, "gateway.upstreams.a.key: is unknown"],
    [
      { upstreams: { a: { vendor: "opnai" } } },
      'gateway.upstreams.a.vendor: "opnai" is unknown. Did you mean openai?',
    ],
    [{ upstreams: { a: {} } }, "gateway.upstreams.a.vendor: is missing"],
    [
      { upstreams: { a: { vendor: "openai", base_url: "https://u:p@x.example/v1" } } },
      "gateway.upstreams.a.base_url",
    ],
    [
      { upstreams: { a: { vendor: "openai", base_url: "file:///etc/passwd" } } },
      "gateway.upstreams.a.base_url",
    ],
    [{ upstreams: { a: { vendor: "openai", key_env: "A", key_file: "b" } } }, "give one of them"],
    [{ routes: { m: { upstream: "kimmi" } } }, 'gateway.routes.m.upstream: "kimmi" is unknown. Known: none'],
    [{ ...GOOD, routes: { m: { upstream: "kim" } } }, "Did you mean kimi?"],
    [{ ...GOOD, routes: { m: { upstream: "kimi", fallbacks: ["n"] } } }, '"n" is unknown'],
    [{ ...GOOD, routes: { m: { upstream: "kimi", fallbacks: ["m"] } } }, "names the route itself"],
    [
      { ...GOOD, routes: { m: { upstream: "kimi", aliases: ["n"] }, n: { upstream: "kimi" } } },
      "another route already",
    ],
    [
      { ...GOOD, routes: { m: { upstream: "kimi", policy: "always" } } },
      "it must be one of auto, on_overflow, off",
    ],
    [
      { ...GOOD, routes: { m: { upstream: "kimi", window: 2000, output_reserve: 2000 } } },
      "less than window",
    ],
    [{ listen: { allowed_origins: ["https://a.example/path"] } }, "an origin such as"],
    [[], "gateway"],
  ])("refuses %j", (raw, message) => {
    expect(problemsOf(raw)).toContain(message);
  });

  it("tells all problems at once, the file, and no key that stands in the wrong place", () => {
    const text = problemsOf({
      limits: { body_bytes: "much" },
      upstreams: { a: { vendor: "openai", key_env: "sk-proj-a8Kd93hfPq27Lm5ZxT1vBn4Ry6Ws0Ue" } },
    });
    expect(text).toContain("plimsoll.config.yaml has 2 problems");
    expect(text).not.toContain("a8Kd93hf");
  });
});
