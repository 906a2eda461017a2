import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../conversation/item-view.js";
import { findSuperseded } from "./find-superseded.js";
import { supersededNote } from "./superseded-note.js";

interface Exchange {
  readonly name?: string;
  readonly args: unknown;
  readonly text: string;
  readonly isError?: boolean;
  readonly image?: boolean;
}

/** A call and its result for every exchange, with the ids c0, c1, … */
function viewsOf(...exchanges: readonly Exchange[]): ItemView[] {
  return exchanges.flatMap(({ name = "read_file", args, text, isError = false, image = false }, index) => [
    { ...EMPTY_VIEW, calls: [{ callId: `c${index}`, name, arguments: JSON.stringify(args) }] },
    {
      ...EMPTY_VIEW,
      role: "tool" as const,
      results: [{ callId: `c${index}`, name, text, isError }],
      attachments: image ? [{ kind: "image" as const, characters: 10, detail: "" }] : [],
    },
  ]);
}

/** Which exchanges are superseded, and by which: `0>2`. */
const found = (...exchanges: readonly Exchange[]): string[] =>
  findSuperseded(viewsOf(...exchanges))
    .map(({ index, callId, by }) => {
      expect(callId).toBe(`c${(index - 1) / 2}`);
      return `${callId.slice(1)}>${by.slice(1)}`;
    })
    .toSorted();

const body = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, line) => `${first + line}: const value${first + line} = ${line};`).join(
    "\n",
  );
const shell = (command: string, text: string): Exchange => ({ name: "shell", args: { command }, text });

describe("findSuperseded", () => {
  it("supersedes a read by the newest one of the same file, however its path is spelled", () => {
    const read = (path: string, count: number): Exchange => ({ args: { path }, text: body(count) });
    expect(found(read("src/a.ts", 100), read("./src/a.ts", 90), read("src/b/../a.ts", 95))).toEqual([
      "0>2",
      "1>2",
    ]);
    expect(found(read("a.ts", 100), read("b.ts", 100))).toEqual([]);
  });

  it("supersedes a part by the whole and by a part that contains it, never the whole by a part", () => {
    const part = (offset: number, limit: number): Exchange => ({
      args: { path: "a.ts", offset, limit },
      text: body(limit, offset),
    });
    const whole: Exchange = { args: { path: "a.ts" }, text: body(300) };
    expect(found(part(50, 20), whole)).toEqual(["0>1"]);
    expect(found(whole, part(50, 200))).toEqual([]);
    expect(found(part(50, 20), part(40, 100))).toEqual(["0>1"]);
    expect(found(part(50, 40), part(60, 40))).toEqual([]);
    expect(found(part(50, 40), part(50, 40))).toEqual(["0>1"]);
    expect(found(part(50, 20), part(200, 20), whole, part(1, 5))).toEqual(["0>2", "1>2"]);
  });

  it("compares parts of different tools only with the whole", () => {
    const byShell = shell("sed -n '10,40p' /r/a.ts", body(31, 10));
    const byTool: Exchange = { args: { path: "/r/a.ts", offset: 1, limit: 200 }, text: body(200) };
    expect(found(byShell, byTool)).toEqual([]);
    expect(found(byTool, shell("cat /r/a.ts", body(200)))).toEqual(["0>1"]);
    expect(found(shell("tail -n 30 /r/a.ts", body(30)), shell("cat /r/a.ts", body(200)))).toEqual(["0>1"]);
    expect(found(shell("tail -n 30 /r/a.ts", body(30)), shell("tail -n 20 /r/a.ts", body(20)))).toEqual([]);
  });

  it("trusts the whole only as far as it was shown", () => {
    const part: Exchange = { args: { path: "a.ts", offset: 2_100, limit: 50 }, text: body(50, 2_100) };
    const capped: Exchange = { args: { path: "a.ts" }, text: body(2_000) };
    expect(found(part, capped)).toEqual([]);
    const cut: Exchange = { args: { path: "a.ts" }, text: `${body(3_000)}\n[… 500 lines truncated …]` };
    expect(found(part, cut)).toEqual([]);
    const wrapped: Exchange = { args: { path: "a.ts" }, text: JSON.stringify({ output: body(2_400) }) };
    expect(found(part, wrapped)).toEqual(["0>1"]);
  });

  it("is not misled by a later read that failed or gave a notice", () => {
    const first: Exchange = { args: { path: "a.ts" }, text: body(40) };
    expect(found(first, { ...first, text: "x".repeat(900), isError: true })).toEqual([]);
    expect(found(first, { ...first, text: "File unchanged since the last read." })).toEqual([]);
    expect(found(shell("cat /a", body(6)), shell("cat /a", "cat: /a: No such file or directory"))).toEqual(
      [],
    );
    expect(found(shell("cat /a", body(9)), shell("cat /a", `Exit code: 1\nOutput:\n${body(9)}`))).toEqual([]);
  });

  it("leaves the output of a repeated command alone unless it is the same to the byte", () => {
    const run = (outcome: string): Exchange => shell("npm test", `${outcome}\n${body(9)}`);
    expect(found(run("3 failed, 9 passed"), run("12 passed, 0 failed"))).toEqual([]);
    expect(found(run("12 passed"), run("1 failed"), run("12 passed"))).toEqual(["0>2"]);
    expect(found(run("12 passed"), { ...run("12 passed"), args: { command: "npm  test" } })).toEqual([]);
    expect(found(shell("npm test", "ok"), shell("npm test", "ok"))).toEqual([]);
  });

  it("leaves a read alone that only an edit of the file followed", () => {
    const edit: Exchange = { name: "edit_file", args: { path: "a.ts", content: body(99) }, text: body(99) };
    expect(found({ args: { path: "a.ts" }, text: body(99) }, edit)).toEqual([]);
  });

  it("does not take a relative path for the same after the shell has changed its folder", () => {
    const text = body(20);
    expect(found(shell("cat a.ts", text), shell("ls", "a.ts"), shell("cat a.ts", `${text}\n`))).toEqual([
      "0>2",
    ]);
    expect(found(shell("cat a.ts", text), shell("cd sub", ""), shell("cat a.ts", `${text}\n`))).toEqual([]);
    const there = (more: string): Exchange => shell("cd /r && cat a.ts", text + more);
    expect(found(there(""), shell("cd sub", ""), there("\n"))).toEqual(["0>2"]);
  });

  it("follows ids that are used again, and skips what has none, is doubled, or is more than text", () => {
    const views = viewsOf(
      { args: { path: "a.ts" }, text: body(30) },
      { args: { path: "b.ts" }, text: body(31) },
    );
    const again = viewsOf({ args: { path: "a.ts" }, text: body(32) });
    expect(findSuperseded([...views, ...again])).toEqual([
      { index: 1, position: 0, callId: "c0", reason: "read", by: "c0" },
    ]);
    const nameless = views.map((view) => ({
      ...view,
      calls: view.calls.map((call) => ({ ...call, callId: "" })),
      results: view.results.map((result) => ({ ...result, callId: "" })),
    }));
    expect(findSuperseded([...nameless, ...nameless])).toEqual([]);
    const picture: Exchange = { args: { path: "a.png" }, text: body(9), image: true };
    expect(found(picture, picture)).toEqual([]);
    const [call, result] = viewsOf({ args: { path: "a.ts" }, text: body(9) }) as [ItemView, ItemView];
    const doubled = { ...result, results: [...result.results, ...result.results] };
    expect(findSuperseded([call, doubled, ...again])).toEqual([]);
  });

  it("takes a note for what it is", () => {
    const reference = `item_${"0".repeat(32)}`;
    const note = supersededNote({ reason: "read", by: "c9", characters: 9_000, lines: 90, reference });
    const read = (text: string): Exchange => ({ args: { path: "a.ts" }, text });
    expect(found(read(note), read(body(40)))).toEqual([]);
    expect(found(read(body(4)), read(note))).toEqual([]);
  });

  it("treats evidence of a read as the read", () => {
    const reference = `item_${"0".repeat(32)}`;
    const evidence: Exchange = {
      args: { path: "a.ts" },
      text: `[code: 90000 characters, 3000 lines; kept 10; full output: ${reference}]\n${body(10)}`,
    };
    expect(found(evidence, evidence)).toEqual(["0>1"]);
    expect(found({ args: { path: "a.ts" }, text: body(3_000) }, evidence)).toEqual(["0>1"]);
    expect(found({ args: { path: "a.ts", offset: 5, limit: 2 }, text: body(2, 5) }, evidence)).toEqual([]);
    expect(found(evidence, { args: { path: "a.ts" }, text: body(3_000) })).toEqual(["0>1"]);
    expect(found(evidence, { args: { path: "a.ts" }, text: body(10) })).toEqual([]);
  });

  it("stays linear where one file is read in thousands of parts", () => {
    const parts = Array.from({ length: 4_000 }, (_, part): Exchange => {
      const offset = 1 + part * 10;
      return { args: { path: "a.ts", offset, limit: 10 }, text: body(10, offset) };
    });
    expect(found(...parts)).toEqual([]);
  });
});
