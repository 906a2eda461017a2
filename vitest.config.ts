import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const testkit = fileURLToPath(new URL("packages/testkit/src/", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
}

/** Every entry of a package, read from its sources. */
function entriesOf(folder: string): { find: RegExp; replacement: string }[] {
  const path = fileURLToPath(new URL(`packages/${folder}/`, import.meta.url));
  const { name, exports }: Manifest = JSON.parse(readFileSync(`${path}package.json`, "utf8"));
  return Object.entries(exports).flatMap(([entry, { types }]) =>
    types === undefined
      ? []
      : [
          {
            find: new RegExp(`^${name}${entry.slice(1)}$`),
            replacement: types.replace("./dist/", `${path}src/`).replace(/\.d\.ts$/, ".ts"),
          },
        ],
  );
}

/** They replace built-in methods, after which the engine of their process optimizes less for good. */
const APART = ["test/doubling.test.ts"];

export default defineConfig({
  resolve: {
    alias: [
      ...entriesOf("plimsoll"),
      ...entriesOf("gateway"),
      ...entriesOf("inspector"),
      { find: /^plimsoll-testkit$/, replacement: `${testkit}index.ts` },
      { find: /^plimsoll-testkit\/(.+)$/, replacement: `${testkit}$1.ts` },
    ],
  },
  test: {
    // One core is left free otherwise, which is half of a small machine.
    globalSetup: ["test/shared-servers.ts"],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        // Files share a process, which loads the sources once. A test restores what it changes outside of itself.
        test: {
          name: "shared",
          include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: APART,
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: APART, isolate: true } },
    ],
    // A test that hangs ends here. No step takes a tenth of it on an idle machine, so none fails on a busy one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ["test/fail-on-console.ts", "test/fix-the-seed.ts"],
    coverage: {
      provider: "v8",
      include: ["packages/plimsoll/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*-test-support.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 90 },
    },
  },
});
