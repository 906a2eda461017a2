import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    conditions: ["plimsoll:source"],
    alias: { "plimsoll-testkit": fileURLToPath(new URL("packages/testkit/src/index.ts", import.meta.url)) },
  },
  ssr: { resolve: { conditions: ["plimsoll:source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    // One core is left free otherwise, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 60_000,
    setupFiles: ["test/fail-on-console.ts"],
    coverage: {
      provider: "v8",
      include: ["packages/plimsoll/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*-test-support.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 90 },
    },
  },
});
