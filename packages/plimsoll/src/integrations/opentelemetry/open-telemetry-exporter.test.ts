import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { metrics as sdkMetrics, node, tracing } from "@opentelemetry/sdk-node";
import { afterEach, describe, expect, it } from "vitest";
import { chatter, say, setUp } from "../../engine/manager-test-support.js";
import { METRICS } from "./compaction-metrics.js";
import { openTelemetryExporter } from "./open-telemetry-exporter.js";

function telemetry() {
  const spans = new tracing.InMemorySpanExporter();
  const tracers = new node.NodeTracerProvider({ spanProcessors: [new tracing.SimpleSpanProcessor(spans)] });
  tracers.register();
  const collected = new sdkMetrics.InMemoryMetricExporter(sdkMetrics.AggregationTemporality.CUMULATIVE);
  const reader = new sdkMetrics.PeriodicExportingMetricReader({
    exporter: collected,
    exportIntervalMillis: 3_600_000,
  });
  const meters = new sdkMetrics.MeterProvider({ readers: [reader] });
  const tracer = tracers.getTracer("test");
  return {
    tracer,
    exporter: openTelemetryExporter({ tracer, meter: meters.getMeter("test") }),
    spans: () => spans.getFinishedSpans(),
    /** The values of every metric by name. */
    async metrics(): Promise<Map<string, { attributes: object; value: unknown }[]>> {
      await reader.forceFlush();
      const found =
        collected
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      return new Map(
        found.map((metric) => [
          metric.descriptor.name,
          metric.dataPoints.map(({ attributes, value }) => ({ attributes, value })),
        ]),
      );
    },
    async close() {
      for (const part of [context, propagation, trace]) part.disable();
      await meters.shutdown();
    },
  };
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0)) await part.close();
});

function started() {
  const told = telemetry();
  open.push(told);
  return told;
}

describe("openTelemetryExporter", () => {
  it("makes one span of a compaction, below the span of the caller, with its events inside", async () => {
    const told = started();
    let now = 1_800_000_000_000;
    const { manager } = setUp({ exporters: [told.exporter], clock: () => (now += 5) });
    const caller = told.tracer.startSpan("agent");
    await context.with(trace.setSpan(context.active(), caller), () =>
      manager.manualCompact("s", chatter(40)),
    );
    const [span, ...others] = told.spans();
    expect(others).toEqual([]);
    expect(span?.parentSpanContext?.spanId).toBe(caller.spanContext().spanId);
    expect(span).toMatchObject({ name: "compact gpt-5", status: { code: SpanStatusCode.OK } });
    expect(span?.attributes).toMatchObject({
      "gen_ai.operation.name": "compact",
      "gen_ai.request.model": "gpt-5",
      "gen_ai.conversation.id": "s",
      "plimsoll.trigger": "manual",
      "plimsoll.version": 1,
    });
    const { "plimsoll.tokens.before": before, "plimsoll.tokens.after": after } = span?.attributes ?? {};
    expect(Number(after)).toBeLessThan(Number(before));
    const names = span?.events.map(({ name }) => name);
    expect(names?.at(0)).toBe("compact.trigger_decision");
    expect(names).toContain("compact.summary_created");
    expect(names?.at(-1)).toBe("compact.compacted");
    expect(span?.duration[0] === 0 && span.duration[1] > 0).toBe(true);
    await manager.close();
  });

  it("ends the span of a refused request as an error", async () => {
    const told = started();
    const { manager } = setUp({ exporters: [told.exporter] });
    await expect(manager.preflight("s", [say("system", "rule. ".repeat(5000))])).rejects.toThrow();
    await manager.manualCompact("t", chatter(40));
    await manager.close();
    const refused = told.spans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    const metrics = await told.metrics();
    expect(metrics.get(METRICS.refusals.name)).toEqual([
      { attributes: { "gen_ai.request.model": "gpt-5", "error.type": "INSUFFICIENT_BUDGET" }, value: 1 },
    ]);
    expect(refused.length).toBeLessThanOrEqual(1);
    expect(told.spans().filter(({ status }) => status.code === SpanStatusCode.OK)).toHaveLength(1);
  });

  it("counts compactions, tokens, facts, usage and degradations, and names no session", async () => {
    const told = started();
    const failing = { name: "broken", summarize: () => Promise.reject(new Error("out of order")) };
    const { manager } = setUp({ exporters: [told.exporter], summarizer: failing });
    await manager.manualCompact("secret-session", chatter(40));
    await manager.close();
    const metrics = await told.metrics();
    const model = { "gen_ai.request.model": "gpt-5" };
    expect(metrics.get(METRICS.compactions.name)).toEqual([{ attributes: model, value: 1 }]);
    expect(metrics.get(METRICS.tokens.name)?.map(({ attributes }) => attributes)).toEqual([
      { ...model, "plimsoll.when": "before" },
      { ...model, "plimsoll.when": "after" },
    ]);
    const degraded = metrics.get(METRICS.degradations.name);
    expect(degraded?.[0]?.attributes).toEqual({ ...model, "plimsoll.event": "compact.summary_failed" });
    expect(metrics.get(METRICS.facts.name)?.length).toBeGreaterThan(0);
    expect(JSON.stringify([...metrics])).not.toContain("secret-session");
  });

  it("refuses options that are none", () => {
    expect(() => openTelemetryExporter({ tracer: {} as never })).toThrow("it must be a tracer");
  });
});
