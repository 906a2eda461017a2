import { describe, expect, it } from "vitest";
import { bindingTo } from "./binding.js";
import type { CallString } from "./call-strings.js";
import { pathForms } from "./path-forms.js";

const filler = "entry value count total ".repeat(60);
const source = `The passport of Okafor is N55102X.\n${filler}\nfile lib/core/table.ts holds the ledger`;
const isBound = bindingTo(source, pathForms(source));
const id: CallString = { kind: "id", text: "N55102X" };
const path: CallString = { kind: "path", text: "lib/core/table.ts" };

describe("binding", () => {
  it("holds where the window has a word beside the string that stood beside it before", () => {
    expect(isBound(id, "passport: N55102X")).toBe(true);
    expect(isBound(path, "the ledger (table.ts)")).toBe(true);
  });

  it("does not hold in a bare list, beside common words, or too far away", () => {
    expect(isBound(id, "A1B2C3, N55102X, ZZ91")).toBe(false);
    expect(isBound(id, "entry N55102X")).toBe(false);
    expect(isBound(id, `passport ${" ".repeat(200)} N55102X`)).toBe(false);
  });

  it("takes a line as its own meaning", () => {
    const line: CallString = { kind: "line", text: "return table.rows;" };
    expect(isBound(line, "xx return table.rows; yy")).toBe(true);
    expect(isBound(line, "return rows;")).toBe(false);
  });
});

describe("path forms", () => {
  const formsOf = pathForms("see lib/a/index.ts, lib/b/index.ts and lib/core/table.ts");

  it("are the whole path, its last two components, and its name where that is unique", () => {
    expect(formsOf(path)).toEqual(["lib/core/table.ts", "core/table.ts", "table.ts"]);
    expect(formsOf({ kind: "path", text: "lib/a/index.ts" })).toEqual(["lib/a/index.ts", "a/index.ts"]);
    expect(formsOf(id)).toEqual(["N55102X"]);
  });
});
