import { describe, expect, it } from "vitest";
import { yamlValue } from "./yaml-value.js";

describe("yamlValue", () => {
  it("puts the outline and the names of entries before settings, and those before text", () => {
    const [top, nested, entry, setting, deep, text] = [
      "services:",
      "  gateway:",
      "      - alert: GatewayErrors",
      "replicas: 3",
      "        maxSurge: 1",
      "          increase(errors_total[5m]) > 0",
    ].map(yamlValue) as [number, number, number, number, number, number];
    expect(Math.min(top, nested, entry)).toBeGreaterThan(Math.max(setting, deep));
    expect(setting).toBeGreaterThan(deep);
    expect(deep).toBeGreaterThan(text);
  });
});
