import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalAsJson } from "./literal-as-json.js";
import { makeEvidence } from "./make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const read = (text: string): unknown => JSON.parse(literalAsJson(text) ?? "undefined");

describe("literalAsJson", () => {
  it("reads what Python prints of lists, dictionaries, tuples, sets and other objects", () => {
    const printed =
      "[{'id': 0, 'name': \"it's item 0\", 'path': PurePosixPath('/a/b'), 'when': datetime.datetime(2026, 1, 1, 3, 4), " +
      "'ok': True, 'none': None, 'tags': {'x', 'y'}, 't': (1,), 'b': b'\\x00\\xffabc', 'q': 'say \"hi\"\\n\\ttab', " +
      "'od': OrderedDict([('k', 1)]), 'f': inf, 'o': <object object at 0x7f84372c4750>, 'e': {}, 'l': 0x1F}]";
    const [read0] = read(printed) as [Record<string, unknown>];
    expect(read0).toMatchObject({
      id: 0,
      name: "it's item 0",
      path: "PurePosixPath('/a/b')",
      ok: true,
      none: null,
    });
    expect(read0).toMatchObject({
      when: "datetime.datetime(2026, 1, 1, 3, 4)",
      tags: ["x", "y"],
      t: [1],
      e: {},
    });
    expect(read0).toMatchObject({ b: "\u0000\u00ffabc", q: 'say "hi"\n\ttab', od: [[["k", 1]]], f: null });
    expect(read0).toMatchObject({ o: "<object object at 0x7f84372c4750>", l: "0x1F" });
  });

  it("joins the texts that pprint breaks into lines", () => {
    expect(read("{'returncode': 1,\n 'stdout': 'line one\\n'\n           'line two\\n'}")).toEqual({
      returncode: 1,
      stdout: "line one\nline two\n",
    });
  });

  it("reads what Ruby prints of hashes and symbols", () => {
    expect(read('[{"id"=>1, :name=>"n1", "ok"=>nil, :state=>:open, "l"=>[1, 2]}]')).toEqual([
      { id: 1, name: "n1", ok: null, state: "open", l: [1, 2] },
    ]);
  });

  it("reads what Node prints of anything that JSON can say", () => {
    const depth = { depthSize: "small", maxDepth: 4 } as const;
    const values = fc.record({
      id: fc.nat(),
      value: fc.jsonValue(depth),
      more: fc.array(fc.jsonValue(depth)),
    });
    const options = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 80 };
    fc.assert(
      fc.property(values, (value) => {
        const printed = inspect(value, options);
        fc.pre(!/__proto__|-0\b/.test(printed));
        expect(read(printed)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("reads classes, maps, dates and what Node leaves out", () => {
    class Berth {
      readonly free = true;
    }
    const value = {
      berth: new Berth(),
      tides: new Map([["high", 7]]),
      seen: new Set(["a"]),
      when: new Date(0),
      leave: () => undefined,
      deep: { a: { b: { c: 1 } } },
      list: Array.from({ length: 101 }, () => 5),
    };
    expect(read(inspect(value))).toMatchObject({
      berth: { free: true },
      tides: { high: 7 },
      seen: ["a"],
      when: "1970-01-01T00:00:00.000Z",
      leave: "[Function: leave]",
      deep: { a: { b: "[Object]" } },
    });
  });

  it("reads one value a line, and a text that breaks off", () => {
    expect(literalAsJson("{'a': 1}\n{'a': 2}")).toBe('{"a":1}\n{"a":2}');
    expect(read("[{'a': 1}, {'a': 'tw")).toEqual([{ a: 1 }, { a: "tw" }]);
  });

  it.each([
    '{"a": 1}',
    "[1, 2]",
    "{ color: red; }",
    "{ key: some words }",
    "['a', 'b'] and more",
    "('x' + y)",
    "[main]\nkey: value",
    "const a = {'b': 1}",
    "{'a': 1, 'b': }}",
    "",
  ])("leaves %s alone", (text) => expect(literalAsJson(text)).toBeUndefined());

  it("never throws, whatever the text", () => {
    const signs = fc.constantFrom(
      "[",
      "{",
      "(",
      "'",
      '"',
      ":",
      "=>",
      ",",
      "]",
      "}",
      "a",
      "1",
      "\\",
      "<",
      "...",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
        literalAsJson(`{'a': ${parts.join("")}`);
      }),
    );
    literalAsJson("['".repeat(100_000));
    expect(literalAsJson(`[${"{'a': ".repeat(10_000)}`)).toBeUndefined();
  });
});

describe("evidence of a printed literal", () => {
  const jobs = (write: (at: number, state: string) => string): string =>
    Array.from({ length: 90 }, (_, at) => write(at, at === 61 ? "timed out" : "done")).join(",\n");

  it("reads an error with its stack in what a console printed, and dates as Ruby writes them", () => {
    const error =
      "Error: tide gate 4 stuck\n      at [eval]:1:37\n      at runScript (node:internal/vm:209:10)";
    const printed = `{\n  reason: ${error},\n  short: [TypeError: no gate],\n  jobs: [\n${jobs((at, state) => `    { id: ${at}, name: 'job ${at}', state: '${state}' }`)}\n  ]\n}`;
    const ruby = `{:jobs=>[${jobs((at, state) => `{:name=>"job ${at}", :state=>"${state}", :at=>2026-01-01 00:00:00 UTC}`)}]}`;
    for (const text of [printed, ruby]) {
      const shown = makeEvidence({ text }, { maxTokens: 300, count });
      expect(shown.kind).toBe("json");
      expect(shown.text).toMatch(/job 61.*timed out/);
    }
    expect(literalAsJson("{ Error: 'none', code: 1 }")).toBe('{"Error":"none","code":1}');
    expect(JSON.parse(literalAsJson(printed) ?? "")).toMatchObject({
      reason: error,
      short: "[TypeError: no gate]",
    });
  });

  it("shows the output that a Python program took from another, and what went wrong beside it", () => {
    const lines = Array.from({ length: 400 }, (_, line) => `line ${line} compiled fine\\n`).join("");
    const text = `{'returncode': 1, 'stdout': '${lines}', 'stderr': 'fatal: No space left on device\\n'}`;
    const shown = makeEvidence({ text }, { maxTokens: 300, count }).text;
    expect(shown).toContain("returncode=1");
    expect(shown).toContain("line 399 compiled fine");
    expect(shown).toContain("stderr: fatal: No space left on device");
  });

  it("shows title and address of every result of a search that Python printed", () => {
    const results = Array.from(
      { length: 12 },
      (_, at) =>
        `{'title': 'Gate ${at}', 'href': 'https://site${at}.example.org/gates', 'body': 'It''s ${"low tide again. ".repeat(60)}'}`,
    );
    const { text, kind } = makeEvidence({ text: `[${results.join(", ")}]` }, { maxTokens: 400, count });
    expect(kind).toBe("web-search");
    for (let at = 0; at < 12; at += 1)
      expect(text).toContain(`Gate ${at}\nhttps://site${at}.example.org/gates`);
  });
});
