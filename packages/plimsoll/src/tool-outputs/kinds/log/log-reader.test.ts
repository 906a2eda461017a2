import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (text: string, maxTokens = 500): string => makeEvidence({ text }, { maxTokens, count }).text;
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
/** Another word for each number, so that no two lines are alike. */
const word = (index: number): string =>
  [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");

describe("evidence of a log", () => {
  it("shows the lines with a rare value of a field that otherwise repeats, and how rare it is", () => {
    const lines = range(3_000).map((index) => `job ${index} finished rc ${index === 1_234 ? 137 : 0}`);
    const shown = evidence(lines.join("\n"), 200);
    expect(shown).toContain("job 1234 finished rc 137 [137: 1 of 3000 lines]");
    expect(shown).toContain("[×3000 alike]");
  });

  it("shows the last problem however many were before it and whatever was printed after it", () => {
    const lines = range(300).map((index) => `error: cannot read part ${word(index)}`);
    const last = "error: cannot open the settings of the tenant";
    const after = range(40).map((index) => `closing ${word(index)} of the pool`);
    expect(evidence([...lines, last, ...after].join("\n"), 200)).toContain(last);
  });

  it("takes words in the descriptions of a table for words, and those in its states for states", () => {
    const rows = range(200).map(
      (index) => `ii   part-${index}   1.${index}   all   the part ${word(index)} of the harbour`,
    );
    rows[90] = "ii   part-90   1.90   all   reads the errors of other parts";
    rows[140] = "ii   part-140   1.140   install failed   a part of the harbour";
    const shown = evidence(rows.join("\n"), 260);
    expect(shown).toContain("install failed");
    expect(shown).not.toContain("errors of other parts");
  });

  it("gives head and tail a share, however many lines mention trouble", () => {
    const lines = range(2_000).map(
      (index) => `lib${index}-perl - handles error ${"abcdefghij"[index % 10]} in word ${index} of it`,
    );
    const shown = evidence(["the first line", ...lines, "the last line"].join("\n"), 300);
    expect(shown).toContain("the first line");
    expect(shown).toContain("the last line");
  });

  it.each([
    "./src/default/fault-tolerant/errors.ts",
    "/usr/share/doc/libgpg-error0/copyright",
    "the default is to build without it",
  ])("takes no part of a word or path for an error: %s", (line) => {
    const lines = range(400).map((index) => `${line} ${index}`);
    const shown = evidence(["alpha", ...lines, "omega"].join("\n"), 200);
    expect(shown.split("\n")[0]).not.toMatch(/error|warning/);
    expect(shown).toContain("alpha");
  });

  it("shows the last problem of a kind beside the first, and a rare kind before many of one", () => {
    const missing = range(300).map(
      (index) => `openat(AT_FDCWD, "/lib/p${index}.so", O_RDONLY) = -1 ENOENT (No such file or directory)`,
    );
    const text = [
      ...missing,
      "connect(3, {sa_family=AF_INET, sin_port=htons(9)}, 16) = -1 ECONNREFUSED (Connection refused)",
      'openat(AT_FDCWD, "/etc/app/settings.toml", O_RDONLY) = -1 ENOENT (No such file or directory)',
      ...range(16).map((index) => `munmap(0x7f${index}000, 4096) = 0`),
      "+++ exited with 1 +++",
    ].join("\n");
    const shown = evidence(text, 400);
    expect(shown).toContain("ECONNREFUSED");
    expect(shown).toContain("/etc/app/settings.toml");
    expect(shown).toContain("+++ exited with 1 +++");
  });

  it("counts errors only where each is certain", () => {
    const tsc = range(1_082).map(
      (index) => `src/part-${index % 57}.ts(${index},5): error TS2304: Cannot find name 'a${index}'.`,
    );
    expect(evidence(tsc.join("\n"))).toContain("; 1082 errors;");
    const cargo = range(120).map(
      (index) =>
        `error[E0425]: cannot find value \`x${index}\` in this scope\n --> src/main.rs:${index + 1}:5\n  |\n`,
    );
    const built = `${cargo.join("\n")}\nerror: could not compile \`app\` (bin "app") due to 120 previous errors`;
    expect(evidence(built)).toContain("; 120 errors;");
    const eslint = range(1_803).map((index) => `  ${index}:5  error  'a${index}' is not defined  no-undef`);
    const linted = evidence(`src/a.js\n${eslint.join("\n")}\n\n✖ 1803 problems (1803 errors, 0 warnings)`);
    expect(linted).toContain("; 1803 errors;");
    expect(linted).not.toContain("failing");
    expect(linted).toContain("✖ 1803 problems (1803 errors, 0 warnings)");
  });

  it("shows the last state of progress that carriage returns overwrite", () => {
    const progress = range(5_000)
      .map((index) => `Downloading ${index / 50}% of 10 MB`)
      .join("\r");
    const shown = evidence(`fetching\n${progress}\r\u001b[K\ndone\n${"x ".repeat(4_000)}`, 120);
    expect(shown).toContain("Downloading 99.98% of 10 MB");
    expect(shown).not.toContain("Downloading 0%");
  });

  it("names every part of an output of several commands, and what sums one up", () => {
    const part = (name: string, index: number): string =>
      [`$ ${name}`, ...range(60).map((line) => `${word(line * 7 + index)} of ${name.length}`)].join("\n");
    const commands = ["git status", "docker ps", "make test", "df", "ss -tan", "uptime"];
    const shown = evidence(
      [...commands.map(part), "3 upgraded, 12 newly installed and 0 to remove", ...range(200).map(word)].join(
        "\n",
      ),
      400,
    );
    for (const command of commands) expect(shown).toContain(`$ ${command}`);
    expect(shown).toContain("3 upgraded, 12 newly installed");
  });

  it("names every record, and shows the line above many that are alike", () => {
    const record = (name: string): string =>
      [`Package: ${name}`, "Status: installed", ...range(40).map((line) => ` ${word(line)} ${name}`)].join(
        "\n",
      );
    const names = ["tide", "quay", "berth", "crane", "tug"];
    const shown = evidence(names.map(record).join("\n\n"), 250);
    for (const name of names) expect(shown).toContain(`Package: ${name}`);
    const rows = range(300).map((index) => `${index}\t${word(index)}\tNO`);
    const noise = range(200).map((index) => `set ${word(index)}`);
    expect(evidence([...noise, "COPY ships (id, name, flag)", ...rows].join("\n"), 200)).toContain(
      "COPY ships",
    );
  });

  it("uses what it may where lines come again between others", () => {
    const said = [
      "   Severity: high, of the kind that is mended first",
      "   Confidence: high, as for most of its kind",
    ];
    const findings = range(200).map((index) => [`finding ${word(index)}`, ...said].join("\n"));
    expect(count(evidence(findings.join("\n"), 3_000))).toBeGreaterThan(2_600);
  });

  it("has what an error announces, and the place of one, although many frames follow it", () => {
    const settings = range(150).map((index) => `  ${word(index)}: [Function ${word(index)}],`);
    const frames = range(20).map(
      (index) => `    at load (file:///srv/bundler/part-${word(index)}.js:${index}:17)`,
    );
    const told = "[bundler]: failed to resolve import tide-tables";
    const shown = evidence(
      ["2026-11-19T23:48:18.010Z using settings {", ...settings, "error during build:", told, ...frames].join(
        "\n",
      ),
      250,
    );
    expect(shown).toContain(`error during build:\n${told}`);
    const announced = range(40).map((index) => `==7== thread ${word(index)} was made`);
    const race = [
      "==7== Possible data race during read of size 4",
      "==7== Locks held: none",
      "==7==    at 0x1091: add (r.c:3)",
    ];
    expect(evidence([...announced, ...race, ...announced].join("\n"), 200)).toContain("add (r.c:3)");
  });
});
