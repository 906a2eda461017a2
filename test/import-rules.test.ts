import { describe, expect, it } from "vitest";
import {
  type PackageRules,
  checkExportedNames,
  checkFileNames,
  checkImports,
  importsOf,
  matchesPattern,
} from "./import-rules.js";

const rules: PackageRules = {
  root: "src/",
  layers: {
    errors: { may: [], reason: "errors know nothing else" },
    stores: { may: ["errors/"], reason: "stores know errors" },
    config: { may: ["errors/"], typesOnly: ["engine/name.ts"], reason: "config knows errors" },
    engine: { may: ["errors/", "stores/store.ts"], reason: "the engine sees interfaces" },
    "index.ts": { may: ["errors/", "stores/", "engine/"], reason: "the entry exports" },
  },
  exceptions: { "engine/defaults.ts": { may: ["stores/memory.ts"], reason: "picks the default" } },
  concrete: {
    files: ["stores/"],
    interfaces: ["stores/store.ts"],
    namedBy: ["engine/defaults.ts", "index.ts"],
  },
  nodeOnly: ["stores/file*"],
  runtimeNeutral: ["index.ts"],
};

const check = (files: Record<string, string>, changed: Partial<PackageRules> = {}): string[] =>
  checkImports(new Map(Object.entries(files).map(([path, source]) => [`src/${path}`, source])), {
    ...rules,
    ...changed,
  });

const base = {
  "errors/error.ts": "export class E {}",
  "stores/store.ts": "export interface Store {}",
  "stores/memory.ts": 'import type { Store } from "./store.js";',
};

describe("importsOf", () => {
  it.each([
    ['import { a } from "./a.js";', "./a.js", false],
    ['import a, { b } from "./a.js";', "./a.js", false],
    ['import * as a from "./a.js";', "./a.js", false],
    ['import "./a.js";', "./a.js", false],
    ['import {\n  a,\n  type B,\n} from "./a.js";', "./a.js", false],
    ['import type { A } from "./a.js";', "./a.js", true],
    ['import type A from "./a.js";', "./a.js", true],
    ['import { type A } from "./a.js";', "./a.js", false],
    ['export * from "./a.js";', "./a.js", false],
    ['export * as a from "./a.js";', "./a.js", false],
    ['export { a } from "./a.js";', "./a.js", false],
    ['export type { A } from "./a.js";', "./a.js", true],
    ['export type * from "./a.js";', "./a.js", true],
    ['const a = await import("./a.js");', "./a.js", false],
    ['type A = typeof import("./a.js");', "./a.js", true],
    ['const b = 1; import { a } from "./a.js";', "./a.js", false],
    ["import { a } from './a.js';", "./a.js", false],
    ['import a from "./a.json" with { type: "json" };', "./a.json", false],
  ])("reads %j", (source, specifier, typeOnly) => {
    expect(importsOf(source)).toEqual([{ specifier, typeOnly }]);
  });

  it("reads every statement of a file", () => {
    const source =
      'import { a } from "./a.js";\nimport type { B } from "./b.js";\nexport { c } from "./c.js";\n';
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(["./a.js", "./b.js", "./c.js"]);
  });

  it.each([
    '// import { a } from "./a.js";',
    ' * import { a } from "./a.js";',
    'export const from = "./a.js";',
    'const text = `see import { a } from "./a.js"`;',
    'export function a(): string {\n  return "./a.js";\n}',
  ])("passes over %j", (source) => {
    expect(importsOf(source)).toEqual([]);
  });
});

describe("matchesPattern", () => {
  it.each([
    ["stores/file-store.ts", "stores/", true],
    ["stores/file-store.ts", "stores/file*", true],
    ["stores/file/lock.ts", "stores/file*", false],
    ["stores/file-store.ts", "stores/*-store.ts", true],
    ["stores/store.ts", "stores/store.ts", true],
    ["stores/store.ts", "stores/store", false],
    ["storesome/x.ts", "stores/", false],
    ["stores/file/lock.ts", "**", true],
  ])("compares %s with %s", (path, pattern, expected) => {
    expect(matchesPattern(path, pattern)).toBe(expected);
  });
});

describe("checkImports", () => {
  it("accepts imports along the arrows", () => {
    const engine =
      'import { E } from "../errors/error.js";\nimport type { Store } from "../stores/store.js";';
    expect(check({ ...base, "engine/manager.ts": engine })).toEqual([]);
  });

  it("refuses an import against the arrows, with the reason", () => {
    const violations = check({
      ...base,
      "engine/manager.ts": "export {};",
      "errors/error.ts": 'import { m } from "../engine/manager.js";',
    });
    expect(violations).toEqual([
      "errors/error.ts must not import engine/manager.ts: errors know nothing else",
    ]);
  });

  it.each([
    ['import type { M } from "../engine/manager.js";'],
    ['export * from "../engine/manager.js";'],
    ['await import("../engine/manager.js");'],
  ])("refuses %s against the arrows as well", (statement) => {
    expect(
      check({ ...base, "engine/manager.ts": "export {};", "errors/error.ts": statement }).join(),
    ).toContain("errors/error.ts must not import engine/manager.ts");
  });

  it("accepts a type-only row for types and refuses it for values", () => {
    const name = { ...base, "engine/name.ts": "export {};" };
    expect(check({ ...name, "config/a.ts": 'import type { N } from "../engine/name.js";' })).toEqual([]);
    expect(check({ ...name, "config/a.ts": 'import { N } from "../engine/name.js";' })).toHaveLength(1);
  });

  it("lets only the listed files name an implementation", () => {
    const statement = 'import { memory } from "../stores/memory.js";';
    expect(check({ ...base, "engine/defaults.ts": statement })).toEqual([]);
    expect(check({ ...base, "engine/manager.ts": statement })).toEqual([
      "engine/manager.ts must not import stores/memory.ts: the engine sees interfaces",
      "engine/manager.ts names the implementation stores/memory.ts; only engine/defaults.ts, index.ts may.",
    ]);
  });

  it("refuses a folder that has no row", () => {
    expect(check({ "surprise/a.ts": "export {};" })).toEqual([
      "src/surprise has no row in the table of layers; add one.",
    ]);
  });

  it("refuses a relative import that leaves the package or leads nowhere", () => {
    expect(check({ ...base, "engine/a.ts": 'import "../../../errors/error.js";' })).toHaveLength(1);
    expect(check({ ...base, "engine/a.ts": 'import "./gone.js";' })).toEqual([
      "engine/a.ts imports ./gone.js, which is no source file of this package.",
    ]);
  });

  it("accepts node:* in Node-only files and refuses it elsewhere, types included", () => {
    expect(check({ ...base, "stores/file-store.ts": 'import { open } from "node:fs/promises";' })).toEqual(
      [],
    );
    expect(check({ ...base, "engine/a.ts": 'import type { Stats } from "node:fs";' })).toEqual([
      "engine/a.ts imports node:fs, but is not a Node-only file.",
    ]);
  });

  it("refuses a neutral entry that reaches node:* through other files", () => {
    const files = {
      ...base,
      "stores/file-store.ts": 'import { open } from "node:fs/promises";',
      "stores/any.ts": 'export * from "./file-store.js";',
    };
    expect(check({ ...files, "index.ts": 'export { file } from "./stores/any.js";' })).toEqual([
      "index.ts runs everywhere, but reaches node:* by index.ts → stores/any.ts → stores/file-store.ts.",
    ]);
    expect(check({ ...files, "index.ts": 'export type { F } from "./stores/any.js";' })).toEqual([]);
  });

  it("refuses a package that is not in the list", () => {
    const packages = ["plimsoll"];
    expect(check({ "engine/a.ts": 'import { a } from "plimsoll";' }, { packages })).toEqual([]);
    expect(check({ "engine/a.ts": 'import { a } from "plimsoll/src/a.js";' }, { packages })).toEqual([
      "engine/a.ts imports plimsoll/src/a.js; allowed are plimsoll.",
    ]);
  });

  it("refuses cycles, also those of types alone", () => {
    const files = {
      "engine/a.ts": 'import { b } from "./b.js";',
      "engine/b.ts": 'import type { C } from "./c.js";',
      "engine/c.ts": 'export { a } from "./a.js";',
    };
    expect(check(files)).toEqual(["Import cycle: engine/a.ts → engine/b.ts → engine/c.ts → engine/a.ts."]);
  });
});

describe("checkFileNames", () => {
  it.each(["stores/storage-adapter.ts", "tokens/o200k-estimator.test.ts", "index.ts"])(
    "accepts %s",
    (path) => {
      expect(checkFileNames([path])).toEqual([]);
    },
  );

  it.each([
    "stores/utils.ts",
    "stores/store-helpers.ts",
    "common/a.ts",
    "stores/misc.test.ts",
    "stores/StorageAdapter.ts",
    "stores/storage_adapter.ts",
  ])("refuses %s", (path) => {
    expect(checkFileNames([path])).toHaveLength(1);
  });
});

describe("checkExportedNames", () => {
  it.each([
    ["a/item-view.ts", "export interface ItemView {}"],
    ["a/item-view.ts", "const x = 1;\nexport async function itemView() {}"],
    ["a/item-view.ts", "export const ITEM_VIEW: number = 1;"],
    ["a/o200k-piece.ts", "export class O200kPiece {}"],
    ["index.ts", 'export { a } from "./a.js";'],
  ])("accepts %s with %j", (path, source) => {
    expect(checkExportedNames(new Map([[path, source]]))).toEqual([]);
  });

  it.each([
    ["a/item-view.ts", "export interface View {}"],
    ["a/item-view.ts", "interface ItemView {}"],
    ["a/item-view.ts", ""],
  ])("refuses %s with %j", (path, source) => {
    expect(checkExportedNames(new Map([[path, source]]))).toHaveLength(1);
  });
});
