import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { makeEvidence } from "./make-evidence.js";
import { SAMPLE_OUTPUTS } from "./tool-output-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const shell = (command: string) => ({ callId: "c", name: "shell", arguments: JSON.stringify({ command }) });
const evidenceOf = (text: string, maxTokens = 300): string =>
  makeEvidence({ text }, { maxTokens, count }).text;

describe("makeEvidence", () => {
  it("returns an output that fits as the very same text", () => {
    const evidence = makeEvidence({ text: "a\nb\n" }, { maxTokens: 16, count });
    expect(evidence).toEqual({
      kind: "small",
      text: "a\nb\n",
      tokens: 1,
      originalCharacters: 4,
      originalLines: 2,
    });
  });

  it("starts with a line that names kind, sizes, what was kept and where the rest is", () => {
    const text = SAMPLE_OUTPUTS.command;
    const evidence = makeEvidence({ text }, { maxTokens: 300, count, reference: "art_7" });
    const header = evidence.text.split("\n")[0];
    expect(header).toMatch(
      /^\[command: \d+ characters, 302 lines, ~\d+ tokens; .*kept \d+; full output: art_7\]$/,
    );
    expect(header).toContain(`${text.length} characters`);
    expect(evidence.keptLines).toBeGreaterThan(0);
  });

  it("repeats the exit code and the token count that the producer states", () => {
    const text = `Process exited with code 2\nOriginal token count: 4711\nOutput:\n${SAMPLE_OUTPUTS.command}`;
    const header = evidenceOf(text, 400).split("\n")[0];
    expect(header).toContain("exit code 2");
    expect(header).toContain("original token count 4711");
  });

  const TOLD = "the tide came in over the wall ".repeat(2_000);

  it.each([
    ["with commas between its thousands", `Original token count: 48,211\nOutput:\n${TOLD}`],
    ["as a member of an object", `{"original_token_count": 48211, "lines": "${TOLD}"}`],
  ])("takes the producer's count of tokens %s", (_, text) => {
    expect(evidenceOf(text, 400).split("\n")[0]).toContain("original token count 48211;");
  });

  it.each([
    ["behind what was printed", `Exit code: 0\nOutput:\n${TOLD}\nOriginal token count: 5\n`],
    ["in a sentence", `We saw Original token count: 5 yesterday.\n${TOLD}`],
  ])("takes no count of tokens for the producer's %s", (_, text) => {
    expect(evidenceOf(text, 400).split("\n")[0]).not.toContain("token count");
  });

  it("prints the call, the places that it named and the producer's own count, each once", () => {
    const text = `Exit code: 0\nOriginal token count: 4711\n${"the tide came in over the wall\n".repeat(2_000)}`;
    const call = {
      callId: "call_7",
      name: "fetch",
      arguments: '{"urls":["https://port.example/log","/var/tide.log"]}',
    };
    const evidence = makeEvidence({ text, call }, { maxTokens: 1_000, count });
    expect(evidence.text).toContain("(call call_7; https://port.example/log; /var/tide.log)");
    expect(evidence.text).toContain("original token count 4711");
    expect(evidence.text.match(/call_7|port\.example|tide\.log/g)).toHaveLength(3);
    expect(makeEvidence({ text, call }, { maxTokens: 400, count }).text).not.toContain("call_7");
    expect(makeEvidence({ text, call }, { maxTokens: 100, count }).text).not.toContain("port.example");
  });

  it("does not name a place that the evidence shows anyway", () => {
    const call = { callId: "c", name: "grep", arguments: '{"pattern":"tide","path":"src/tide.ts"}' };
    const text = Array.from(
      { length: 900 },
      (_, line) => `src/tide.ts:${line}: the tide of day ${line}`,
    ).join("\n");
    expect(makeEvidence({ text, call }, { maxTokens: 1_000, count }).text).toContain("(call c)");
  });

  it("carries the call, the file or address that it named, and what the producer says", () => {
    const text = `Process exited with code 2\nOriginal token count: 4711\nOutput:\n${SAMPLE_OUTPUTS.command}`;
    const read = { callId: "call_7", name: "fetch", arguments: '{"url":"https://port.example/log"}' };
    expect(makeEvidence({ text, call: read }, { maxTokens: 200, count })).toMatchObject({
      callId: "call_7",
      path: "https://port.example/log",
      producer: ["exit code 2", "original token count 4711"],
    });
  });

  it("keeps the header short where the budget is small", () => {
    const header = evidenceOf(SAMPLE_OUTPUTS.json, 60).split("\n")[0] ?? "";
    expect(count(header)).toBeLessThanOrEqual(18);
    expect(header).toMatch(/^\[json/);
  });

  it("shows the command, the errors of a log and folds lines that are alike", () => {
    const { text } = makeEvidence(
      { text: SAMPLE_OUTPUTS.command, call: shell("make all") },
      { maxTokens: 200, count },
    );
    expect(text).toContain("$ make all");
    expect(text).toContain("part7.c:12:5: error: unknown name 'foo'");
    expect(text).toContain("make: *** [all] Error 1");
    expect(text).toMatch(/cc -c part0\.c .*\[×300 alike\]/);
    expect(text).not.toContain("part100.c");
  });

  it("shows failing tests and their messages before anything that passed", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS["test-run"], 100);
    expect(text).toContain("test_bad");
    expect(text).toContain("AssertionError: 3 != 4");
    expect(text).toContain("FAILED (failures=1)");
  });

  it("fills room that is left with lines that differ only in numbers", () => {
    const files = Array.from({ length: 200 }, (_, index) => `./src/module${index}/file.ts`).join("\n");
    const text = evidenceOf(files, 200);
    expect(text.split("\n").length).toBeGreaterThan(10);
    expect(text).toContain("./src/module0/file.ts [×200 alike]\n./src/module1/file.ts\n");
  });

  it("shows a match in a huge line with its surroundings and never the line", () => {
    const text = `6:${"a(b);".repeat(40_000)}var needle="found";${"c(d);".repeat(40_000)}`;
    const evidence = makeEvidence(
      { text, call: shell('grep -n -F "needle" x.min.js') },
      { maxTokens: 300, count },
    );
    expect(evidence.kind).toBe("search");
    expect(evidence.text).toContain('a(b);var needle="found";c(d);');
    expect(evidence.text.length).toBeLessThan(400);
    expect(evidence.text).toContain("1 matches");
  });

  it("finds matches whatever their case where the exact string is not there", () => {
    const text = `1:${"x".repeat(5_000)} NeedLe one ${"y".repeat(5_000)} NEEDLE two ${"z".repeat(5_000)}`;
    const evidence = makeEvidence({ text, call: shell("grep -in needle file") }, { maxTokens: 300, count });
    expect(evidence.text).toContain("NeedLe one");
    expect(evidence.text).toContain("NEEDLE two");
  });

  it("groups matches by file and shows every file before the second match of one", () => {
    const output = { text: SAMPLE_OUTPUTS.search, call: shell("grep -rn 'needle[0-9]' src") };
    const evidence = makeEvidence(output, { maxTokens: 400, count });
    for (let file = 0; file < 20; file += 1) expect(evidence.text).toContain(`src/part-${file}.ts\n`);
    expect(evidence.text).toContain("200 matches in 20 files");
  });

  it("shows title, address and snippet of web results", () => {
    const results = Array.from(
      { length: 40 },
      (_, index) => `Title ${index}\nhttps://example.com/${index}\nSnippet of page ${index}.\n`,
    );
    const call = { callId: "c", name: "web_search", arguments: '{"query":"title page"}' };
    const { text, kind } = makeEvidence({ text: results.join("\n"), call }, { maxTokens: 400, count });
    expect(kind).toBe("web-search");
    expect(text).toContain("Title 0\nhttps://example.com/0\n");
    expect(text).toContain("https://example.com/39");
  });

  it("shows the signatures of a page without markup, scripts and navigation", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS["web-page"], 600);
    expect(text).toContain('lib.call59(first, second="x")');
    expect(text).not.toMatch(/<dt|hidden|Home|p\{\}/);
  });

  it("shows the declarations of code with their line numbers", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS.code, 300);
    expect(text).toContain("2: export function part0(value: number): number {");
    expect(text).not.toContain("const twice");
  });

  it("shows the files and hunks of a diff with what was added and removed", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS.diff, 500);
    expect(text).toContain("20 files, +40 -20");
    expect(text).toContain("src/f19.ts +2 -1");
    expect(text).toContain("@@ -1,3 +1,4 @@ function f0()");
  });

  it("shows objects by id, name and own address, the unusual ones first", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS.json, 200);
    expect(text).toContain("array of 150, 150 objects");
    expect(text).toMatch(/id=1097 name="item 97" status=failed html_url=https:\/\/example\.com\/items\/1097/);
    expect(text).not.toMatch(/events_url|parent=|null/);
  });

  it("shows header, rows and statistics of a table", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS.table, 200);
    expect(text).toContain("300 rows, 3 columns");
    expect(text).toContain("id 0..299");
    expect(text).toContain("id,name,price\n0,thing 0,0.5");
  });

  it("says what binary data is and shows none of it", () => {
    const text = evidenceOf(SAMPLE_OUTPUTS.binary, 200);
    expect(text).toContain("PNG image");
    expect(text).not.toContain("iVBOR");
  });

  it("reads the text that a tool wrapped in JSON", () => {
    const text = JSON.stringify({ output: SAMPLE_OUTPUTS["test-run"], metadata: { exit_code: 1 } });
    const evidence = makeEvidence({ text }, { maxTokens: 150, count });
    expect(evidence.kind).toBe("test-run");
    expect(evidence.text).toContain("AssertionError: 3 != 4");
    expect(evidence.originalCharacters).toBe(text.length);
  });
});

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const COUNTERS = [
  count,
  (text: string): number => text.length,
  (text: string): number => Math.ceil(Buffer.byteLength(text) / 3),
];

const piecesOfAnyKind = fc.oneof(
  ...Object.values(SAMPLE_OUTPUTS).map((sample) =>
    fc
      .tuple(fc.nat(sample.length), fc.integer({ min: 0, max: 3_000 }))
      .map(([start, length]) => sample.slice(start, start + length)),
  ),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.constantFrom(
    "😀".repeat(300),
    "\0".repeat(40),
    "\r\n\r\n",
    "漢字".repeat(200),
    '{"a":"😀\\ud83d',
    "<p>&#128512;",
  ),
);
const anyOutput = fc.array(piecesOfAnyKind, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("\n"));

describe("makeEvidence of any output", () => {
  it("stays within tokens and the original's length, breaks no character and is deterministic", () => {
    fc.assert(
      fc.property(
        anyOutput,
        fc.integer({ min: 16, max: 600 }),
        fc.constantFrom(...COUNTERS),
        (text, maxTokens, counter) => {
          const options = { maxTokens, count: counter, reference: "art_0123456789abcdef" };
          const output = { text, call: shell("grep -rn needle .") };
          const evidence = makeEvidence(output, options);
          expect(counter(evidence.text)).toBeLessThanOrEqual(maxTokens);
          expect(evidence.text.length).toBeLessThanOrEqual(text.length);
          if (counter(text) <= maxTokens) expect(evidence.text).toBe(text);
          if (!LONE_SURROGATE.test(text)) expect(evidence.text).not.toMatch(LONE_SURROGATE);
          expect(makeEvidence(output, options)).toEqual(evidence);
        },
      ),
      { numRuns: scaled(400) },
    );
  });

  it.each([
    ["one line without a break", "x=1;".repeat(500_000)],
    ["a million equal lines", "same line\n".repeat(1_000_000)],
    ["JSON of ten thousand levels", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["JSON objects of ten thousand levels", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["an open JSON string", `{"a":"${'\\"'.repeat(300_000)}`],
    ["NUL bytes", "\0".repeat(1_000_000)],
    ["lone surrogates", "\ud83d".repeat(300_000)],
    ["a page of deep elements", `<!doctype html>${"<div>".repeat(100_000)}`],
    ["a page of an open attribute", `<!doctype html><a href="${"x".repeat(1_000_000)}`],
    ["blanks", `${" ".repeat(1_000_000)}x`],
    ["backslashes", "\\".repeat(1_000_000)],
  ])("bounds %s", (_, text) => {
    const evidence = makeEvidence({ text }, { maxTokens: 120, count });
    expect(count(evidence.text)).toBeLessThanOrEqual(120);
    expect(evidence.text).toMatch(/^\[/);
  });
});
