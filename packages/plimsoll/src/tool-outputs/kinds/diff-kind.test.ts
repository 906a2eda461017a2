import { describe, expect, it } from "vitest";
import { makeEvidence } from "../make-evidence.js";
import { evidenceOf } from "./recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe("evidence of a diff", () => {
  it("names every file of git show with what was added and removed", () => {
    const text = evidenceOf(["diff", "git-show"], 250, "git show --stat -p");
    expect(text).toContain("8 files, +8 -8");
    for (const file of ["docs/architecture.md +2 -2", "engine/codex-preset.test.ts +1 -1"])
      expect(text).toContain(file);
  });

  it("shows the hunks and the changed lines of diff -u, and marks what is left out", () => {
    const text = evidenceOf(["diff", "diff-u"], 250);
    expect(text).toContain("compact-manager.ts +6 -13");
    expect(text).toContain("@@ -9,13 +9,6 @@");
    expect(text).toContain("+  public #config: CompactConfig<W>;");
    expect(text).toContain("\n…\n");
  });

  it("shows hashes and subjects of a history before its changes", () => {
    const commits = Array.from({ length: 30 }, (_, index) => {
      const hash = (index * 7919 + 1).toString(16).padStart(40, "a1b2c3d4e5");
      const changes = Array.from({ length: 20 }, (_, line) => `+line ${line} of ${index}`).join("\n");
      return `commit ${hash}
Author: Ada <ada@example.com>
Date:   Mon Nov 16 10:00:00 2026 +0000

    Change number ${index}

    Because of it.

diff --git a/src/f${index}.ts b/src/f${index}.ts
index 1..2 100644
--- a/src/f${index}.ts
+++ b/src/f${index}.ts
@@ -1,3 +1,23 @@ function f${index}()
 const kept = 1;
${changes}
`;
    });
    const { text, kind } = makeEvidence(
      { text: commits.join("\n") },
      { maxTokens: 500, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(kind).toBe("diff");
    expect(text).toContain("30 commits; 30 files, +600 -0");
    for (let index = 0; index < 30; index += 1)
      expect(text).toMatch(new RegExp(`^a1b2c3d4e5 Change number ${index}$`, "m"));
  });

  it("tells files apart by the sizes of hunks where only plain names stand between them", () => {
    const files = [...Array(12).keys()].map(
      (name) =>
        `--- ${name}.t\n+++ ${name}.t.err\n@@ -1,2 +1,2 @@\n   $ run ${name}\n-  fine\n+  broken ${name}\n`,
    );
    const { text } = makeEvidence(
      { text: files.join(".!\n") },
      { maxTokens: 200, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("12 files, +12 -12");
  });

  it("reads a diff of words, whose lines have no sign, and counts no lines in it", () => {
    const files = [...Array(9).keys()].map((name) => {
      const kept = [...Array(6).keys()].map((line) => `const tide${line} = ${line};`).join("\n");
      return `diff --git a/src/f${name}.ts b/src/f${name}.ts\nindex 1..2 100644\n--- a/src/f${name}.ts\n+++ b/src/f${name}.ts\n@@ -1,8 +1,8 @@ export class Harbour {\n${kept}\n  join(): [-Buffer-]{+void+} {\n${name === 0 ? "- a list\\n" : ""}`;
    });
    const { text, kind } = makeEvidence(
      { text: files.join("") },
      { maxTokens: 200, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(kind).toBe("diff");
    expect(text).toContain("9 files, changed words");
    expect(text).toContain("src/f8.ts");
    expect(text).toContain("  join(): [-Buffer-]{+void+} {");
    expect(text).not.toMatch(/ [+]\d+ -\d+$/m);
  });

  it("has what is said before the first file, such as that a merge failed", () => {
    const names = [...Array(80).keys()].map((index) => `part-${index}.txt`);
    const said = names.flatMap((name) => [
      `Auto-merging ${name}`,
      `CONFLICT (content): Merge conflict in ${name}`,
    ]);
    const changes = names.map(
      (name) =>
        `diff --cc ${name}\nindex 1,2..0\n--- a/${name}\n+++ b/${name}\n@@@ -1,2 -1,2 +1,6 @@@\n  1\n++<<<<<<< HEAD\n +ours\n++=======\n+ theirs\n++>>>>>>> other`,
    );
    const text = [
      ...said,
      "Automatic merge failed; fix conflicts and then commit the result.",
      ...changes,
    ].join("\n");
    const shown = makeEvidence(
      { text },
      { maxTokens: 300, count: (part) => Math.ceil(part.length / 4) },
    ).text;
    expect(shown).toMatch(/^\[diff: /);
    expect(shown).toContain("CONFLICT (content): Merge conflict in part-0.txt");
    expect(shown).toContain("Automatic merge failed");
    expect(shown).toContain("part-1.txt +5 -0");
    expect(shown).not.toContain("<<<<<<<");
  });

  it("is none where a test runner compares values: the failing tests are told", () => {
    const failures = ["moors_at_quay", "weighs_anchor", "reads_tide_table"].map((name, index) =>
      [
        `  ${index + 1}) Failure:`,
        `HarbourTest#test_${name} [/src/test/harbour_test.rb:${index + 7}]:`,
        "--- expected",
        "+++ actual",
        "@@ -1,4 +1,4 @@",
        ...Array.from({ length: 9 }, (_, line) => ` <li>berth ${line}</li>`),
        `-"ship ${index}"`,
        `+"barge ${index}"`,
        "",
      ].join("\n"),
    );
    const text = `${failures.join("\n")}\n60 runs, 80 assertions, 3 failures, 0 errors, 0 skips\n`;
    const evidence = makeEvidence({ text }, { maxTokens: 150, count: (part) => Math.ceil(part.length / 4) });
    expect(evidence.kind).toBe("test-run");
    expect(evidence.text).toContain("HarbourTest#test_weighs_anchor");
  });

  it("has the files that only one of two folders has, and that are not told apart", () => {
    const changed = range(12).map((index) => {
      const lines = range(30)
        .map((line) => ` line ${line}`)
        .join("\n");
      return `diff -ru a/f${index}.md b/f${index}.md\n--- a/f${index}.md\n+++ b/f${index}.md\n@@ -1,31 +1,31 @@\n${lines}\n-old\n+new`;
    });
    changed.splice(7, 0, "Only in a: errors.md", "Binary files a/x.png and b/x.png differ");
    const { text } = makeEvidence({ text: changed.join("\n") }, { maxTokens: 250, count });
    expect(text).toContain("12 files, +12 -12");
    expect(text).toContain("Only in a: errors.md");
    expect(text).toContain("Binary files a/x.png and b/x.png differ");
  });

  it("has the commits of patches as mails with their subjects", () => {
    const mail = (index: number): string =>
      [
        `From ${String(index).repeat(40)} Mon Sep 17 00:00:00 2001`,
        "From: Ada Example",
        " <ada@example.com>",
        "Date: Thu, 19 Nov 2026 22:04:59 +0000",
        `Subject: [PATCH ${index}/4] Read part ${index} of the request that has`,
        ` no end`,
        "",
        "It had none.",
        "---",
        ` part-${index}.ts | 2 +-`,
        "",
        `diff --git a/part-${index}.ts b/part-${index}.ts`,
        `--- a/part-${index}.ts`,
        `+++ b/part-${index}.ts`,
        "@@ -1,40 +1,40 @@",
        ...range(39).map((line) => ` line ${line}`),
        "-old",
        "+new",
        "-- ",
        "2.39.5",
      ].join("\n");
    const { text } = makeEvidence({ text: [1, 2, 3, 4].map(mail).join("\n\n") }, { maxTokens: 300, count });
    expect(text).toContain("4 commits; 4 files, +4 -4");
    for (const index of [1, 2, 3, 4])
      expect(text).toContain(`${String(index).repeat(10)} Read part ${index} of the request that has no end`);
  });

  it("has what the program says behind the last file", () => {
    const changed = range(30).map((index) => {
      const lines = range(9)
        .map((line) => ` line ${line}`)
        .join("\n");
      return `--- m${index}.py\n+++ m${index}.py\n@@ -1,10 +1,10 @@\n${lines}\n-old\n+new\nwould reformat m${index}.py`;
    });
    const end = "30 files would be reformatted, 1 file would fail to reformat.";
    const { text } = makeEvidence(
      { text: [...changed, "Oh no!", end].join("\n") },
      { maxTokens: 300, count },
    );
    expect(text).toContain("30 files, +30 -30");
    expect(text).toContain(end);
  });
});
