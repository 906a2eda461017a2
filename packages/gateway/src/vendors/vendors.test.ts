import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "../protocols/protocols.js";
import { checkAgainstSchema } from "../../../testkit/src/upstreams/check-against-schema-test-support.js";
import { chatQuirksOf } from "../protocols/chat/chat-quirks-of.js";
import { calledStep, EXEC, requestOf, SAID } from "../protocols/chat/chat-test-support.js";
import { buildRoutes } from "../routes/build-routes.js";
import { parseGatewaySettings } from "../settings/parse-gateway-settings.js";
import { vendorByName, VENDORS } from "./vendors.js";
import { vendorTable } from "./vendor-table-test-support.js";

const CHAT_MODELS = VENDORS.filter(({ protocols }) => protocols.includes("chat")).flatMap((vendor) =>
  vendor.examples.map((model) => [vendor.name, model, vendor] as const),
);

describe("vendors", () => {
  it("are the ones in the docs", async () => {
    await expect(vendorTable(VENDORS)).toMatchFileSnapshot("../../../../docs/gateway/vendors.md");
  });

  it("have names of their own, and are found by them and by their aliases", () => {
    expect(new Set(VENDORS.map(({ name }) => name)).size).toBe(VENDORS.length);
    for (const vendor of VENDORS) expect(vendorByName(vendor.name.toUpperCase())).toBe(vendor);
    expect(vendorByName("kimi")?.name).toBe("moonshot");
    expect(vendorByName("nobody")).toBeUndefined();
  });

  it.each(VENDORS.map((vendor) => [vendor.name, vendor] as const))("%s is whole", (_name, vendor) => {
    expect(vendor.examples.length).toBeGreaterThan(0);
    expect(vendor.protocols.length).toBeGreaterThan(0);
    for (const address of [vendor.baseUrl ?? [], Object.values(vendor.addresses ?? {})].flat())
      expect(address).toMatch(/^https?:\/\/[^\s?#]+[^/]$/u);
    for (const protocol of Object.keys(vendor.addresses ?? {})) expect(vendor.protocols).toContain(protocol);
    if (vendor.auth !== "none" && vendor.baseUrl?.startsWith("https")) expect(vendor.keyEnv).toBeDefined();
    for (const protocol of vendor.protocols)
      expect(
        PROTOCOLS[protocol].toRequest(requestOf({ model: vendor.examples[0] ?? "" }), vendor).path,
      ).toMatch(/^\//u);
  });

  it.each([
    ["moonshot", "https://api.moonshot.ai/anthropic/v1"],
    ["deepseek", "https://api.deepseek.com/anthropic/v1"],
    ["minimax", "https://api.minimax.io/anthropic/v1"],
    ["glm", "https://api.z.ai/api/anthropic/v1"],
    ["qwen", "https://dashscope-intl.aliyuncs.com/apps/anthropic/v1"],
    ["mimo", "https://api.xiaomimimo.com/anthropic/v1"],
    ["openrouter", "https://openrouter.ai/api/v1"],
    ["ollama", "http://127.0.0.1:11434/v1"],
    ["anthropic", "https://api.anthropic.com/v1"],
  ])("%s serves Messages at the address that its documentation names", (name, address) => {
    const routes = buildRoutes(
      parseGatewaySettings({
        upstreams: { u: { vendor: name, protocol: "anthropic" } },
        routes: { m: { upstream: "u" } },
      }),
      { vendorByName, environment: {}, cwd: "/" },
    );
    expect(routes.find("m")?.upstream.baseUrl).toBe(address);
  });

  it("between them use every quirk of Chat Completions", () => {
    const seen = new Map<string, Set<string>>();
    for (const [, model, vendor] of CHAT_MODELS)
      for (const [key, value] of Object.entries(chatQuirksOf(vendor, model)))
        seen.set(key, (seen.get(key) ?? new Set()).add(JSON.stringify(value)));
    const unused = [...seen].filter(([, values]) => values.size === 1).map(([key]) => key);
    // Only OpenAI's audio models listen, and nobody is known to refuse to report usage.
    expect(unused.sort()).toEqual(["audio", "streamUsage"]);
  });

  it.each(CHAT_MODELS)("%s writes requests for %s that keep to OpenAI's schema", (_name, model, vendor) => {
    const { body } = PROTOCOLS.chat.toRequest(
      requestOf({
        model,
        turns: [
          { role: "system", text: "Be terse." },
          SAID,
          ...calledStep("a"),
          { role: "system", text: "Work on." },
          { role: "user", parts: [{ type: "image", url: "data:image/png;base64,AAAA" }] },
        ],
        tools: [EXEC],
        temperature: 0.5,
        outputFormat: { type: "json_schema", name: "out", schema: { type: "object" } },
      }),
      vendor,
    );
    const own = ["reasoning_split", "thinking", "enable_thinking", "chat_template_kwargs"];
    const common = Object.fromEntries(Object.entries(body).filter(([key]) => !own.includes(key)));
    const messages = JSON.parse(
      JSON.stringify(common["messages"], (key, value: unknown) =>
        key.startsWith("reasoning") ? undefined : value,
      ),
    ) as unknown;
    expect(checkAgainstSchema("chat", { ...common, messages })).toEqual([]);
  });
});
