import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { classifyOutput } from "./classify-output.js";
import { SAMPLE_OUTPUTS } from "./tool-output-test-support.js";

const shell = (command: string) => ({ callId: "c", name: "shell", arguments: JSON.stringify({ command }) });

describe("classifyOutput", () => {
  it.each(Object.entries(SAMPLE_OUTPUTS))("recognises %s by its content", (kind, text) => {
    expect(classifyOutput({ text })).toBe(kind);
  });

  it.each([
    ["=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\tx\t0.1s"],
    ["running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed"],
    ["PASS src/a.test.ts\n\nTests:       1 failed, 3 passed, 4 total"],
    ["TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2"],
    ["[INFO] Running com.x.ATest\n[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"],
    ["..F.\n\nFinished in 0.1 seconds\n4 examples, 1 failure"],
    ["1/2 Test #1: a ...   Passed\n\n50% tests passed, 1 tests failed out of 2"],
    ["  ✔ one\n  1) two\n\n  1 passing (5ms)\n  1 failing"],
    ["==== test session starts ====\ncollected 3 items\n==== 1 failed, 2 passed in 0.1s ===="],
    ["ATest > works PASSED\nATest > fails FAILED\n\n2 tests completed, 1 failed"],
  ])("recognises the test run %#", (text) => {
    expect(classifyOutput({ text })).toBe("test-run");
  });

  it("takes no listing for source because its lines end in brackets", () => {
    const folders = ["proc", "sys", "dev", "run", "tmp", "home", "srv", "opt", "media", "mnt", "boot", "var"];
    const text = folders.map((name) => `${name} on /${name} type ${name} (rw,relatime)`).join("\n");
    expect(classifyOutput({ text })).toBe("command");
  });

  it("recognises JSON lines, JSON that breaks off and JSON behind a preamble", () => {
    const records = Array.from({ length: 9 }, (_, index) => JSON.stringify({ id: index, name: `n${index}` }));
    expect(classifyOutput({ text: records.join("\n") })).toBe("json");
    expect(classifyOutput({ text: `[${records.join(",\n")}`.slice(0, -4) })).toBe("json");
    expect(classifyOutput({ text: `Exit code: 0\nOutput:\n[${records.join(",")}]` })).toBe("json");
    expect(classifyOutput({ text: "[".repeat(100_000) })).toBe("json");
  });

  it("does not take a log that starts with brackets for JSON", () => {
    const text = Array.from(
      { length: 50 },
      (_, index) => `[2024-01-01 10:00:${index}] [info] started part ${index}`,
    );
    expect(classifyOutput({ text: text.join("\n") })).toBe("command");
  });

  it("takes numbered lines for matches where the call was a search or the lines are huge", () => {
    const text = `7:${"x(y);".repeat(2_000)}`;
    expect(classifyOutput({ text })).toBe("search");
    const short = "7:needle a\n9:needle b\n";
    expect(classifyOutput({ text: short, call: shell("grep -n needle file") })).toBe("search");
    expect(classifyOutput({ text: short })).not.toBe("search");
  });

  it("recognises matches under headings of their files", () => {
    const text = ["src/a.ts", "1:const x = 1;", "4:const y = x;", "", "src/b.ts", "9:use(x);"].join("\n");
    expect(classifyOutput({ text })).toBe("search");
  });

  it("takes messages of a compiler for a command, not for matches", () => {
    const text = Array.from({ length: 30 }, (_, index) => `src/a.c:${index}:5: warning: unused variable 'x'`);
    expect(classifyOutput({ text: text.join("\n") })).toBe("command");
  });

  it("recognises control characters as binary", () => {
    expect(classifyOutput({ text: `\u007fELF${"\u0000\u0001".repeat(500)}` })).toBe("binary");
    expect(classifyOutput({ text: "\ufffd".repeat(500) })).toBe("binary");
  });

  it("answers for any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.string({ maxLength: 100 }),
        (text, args) => {
          expect(classifyOutput({ text, call: { callId: "", name: "x", arguments: args } })).not.toBe(
            "small",
          );
        },
      ),
      { numRuns: scaled(300) },
    );
  });
});
