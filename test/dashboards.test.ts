import { METRICS } from "plimsoll/opentelemetry";
import { GatewayMetrics } from "../packages/gateway/src/metrics/gateway-metrics.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readRepositoryFile } from "./source-files.js";

const UNITS: Readonly<Record<string, string>> = { s: "_seconds", USD: "_USD" };
const HISTOGRAM = ["_bucket", "_sum", "_count"];

/** The names under which Prometheus knows the metrics of the library, counters and histograms alike. */
const ofTheLibrary = Object.values(METRICS).flatMap(({ name, unit }) => {
  const base = `${name.replaceAll(".", "_")}${UNITS[unit] ?? ""}`;
  return [`${base}_total`, ...HISTOGRAM.map((ending) => `${base}${ending}`)];
});
const ofTheGateway = [...new GatewayMetrics().text().matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(
  ([, name = "", type]) => (type === "histogram" ? HISTOGRAM.map((ending) => `${name}${ending}`) : [name]),
);
const known = new Set([...ofTheLibrary, ...ofTheGateway]);

const namesIn = (expression: string): string[] =>
  [
    ...expression.replace(/\bby \([^)]*\)/g, "").matchAll(/\b((?:plimsoll|gen_ai_client)_\w+)\b(?=[[{)])/g),
  ].map(([, name = ""]) => name);

describe("the dashboard and the alerts", () => {
  const dashboard = JSON.parse(readRepositoryFile("docs/operations/grafana-dashboard.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const alerts = parse(readRepositoryFile("docs/operations/prometheus-alerts.yaml")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };

  it("ask only for metrics that exist", () => {
    const expressions = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ];
    expect(expressions.filter((expression) => namesIn(expression).length === 0)).toEqual([]);
    expect(expressions.flatMap(namesIn).filter((name) => !known.has(name))).toEqual([]);
  });

  it("are described with every metric of the library", () => {
    const page = readRepositoryFile("docs/operations/telemetry.md");
    for (const { name, unit, about } of Object.values(METRICS))
      expect(page).toContain(`| \`${name}\` | ${unit} | ${about} |`);
  });
});
