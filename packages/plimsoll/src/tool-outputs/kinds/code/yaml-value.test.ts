import { describe, expect, it } from "vitest";
import { isYaml, yamlValue } from "./yaml-value.js";

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

describe("isYaml", () => {
  const services = Array.from(
    { length: 12 },
    (_, index) => `  svc${index}:\n    image: quay/svc${index}\n    ports:\n      - "80${index}:80"`,
  );

  it("knows a file of settings", () => {
    expect(isYaml(`services:\n${services.join("\n")}`.split("\n"))).toBe(true);
  });

  it("takes no description of a pod, log or list of facts for one", () => {
    const pod = services.map(
      (_, index) =>
        `  part${index}:\n    State:   Waiting\n      Reason: Out of memory, code 137\n  Restarted again`,
    );
    expect(isYaml(`Name: orders\n${pod.join("\n")}`.split("\n"))).toBe(false);
    expect(isYaml(services.map((_, index) => `job ${index}: done in 3 ms`))).toBe(false);
    expect(isYaml(Array.from({ length: 40 }, (_, index) => `MemTotal${index}: ${index} kB`))).toBe(false);
  });
});
