import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of code", () => {
  it("has the imports, classes and functions of a Python file with their line numbers", () => {
    const text = evidenceOf(["code", "cat-python"], 250);
    expect(text).toContain("10 declarations");
    for (const line of ["4: import json", "30: class Dock:", "53: def read_dock(path: Path) -> Dock:"])
      expect(text).toContain(line);
    expect(text).not.toContain("self._ships.pop");
  });

  it("keeps the numbers that cat -n printed, and adds none to a blank line", () => {
    const text = evidenceOf(["code", "cat-n-typescript"], 250, "cat -n src/diff-kind.ts");
    expect(text).toMatch(/^ +44\tclass DiffReader \{$/m);
    expect(text).not.toMatch(/^\d+: +\d+$/m);
  });

  it("shows the lines that the call looked for with what stands around them", () => {
    const command = "grep -n -A40 hasWholeWord src/find-whole-words.ts";
    expect(evidenceOf(["code", "cat-typescript"], 200, command)).toContain("hasWholeWord(");
  });

  const count = (text: string): number => Math.ceil(text.length / 4);
  const classes = (name: string): string =>
    [...Array(12).keys()]
      .map((at) => `export class ${name}${at} {\n  open() {\n    return ${at};\n  }\n}\n`)
      .join("");

  it("says of which files a listing of several is", () => {
    const files = ["tides", "gates", "berths"].map((name) => `==> src/${name}.ts <==\n${classes(name)}`);
    const { text } = makeEvidence({ text: files.join("\n") }, { maxTokens: 250, count });
    for (const name of ["tides", "gates", "berths"]) expect(text).toContain(`==> src/${name}.ts <==`);
  });

  it("shows both sides of every conflict in a file that git could not merge", () => {
    const conflict = (at: number): string =>
      `<<<<<<< HEAD\n    const ours = ${at};\n=======\n    const theirs = ${at};\n>>>>>>> origin/main\n`;
    const parts = [classes("A"), conflict(1), classes("B"), conflict(2), classes("C")];
    const { text } = makeEvidence({ text: parts.join("") }, { maxTokens: 250, count });
    for (const at of [1, 2]) expect(text).toMatch(new RegExp(`const ours = ${at};[^]*const theirs = ${at};`));
    expect(text.match(/<{7} HEAD|={7}$|>{7} origin/gm)).toHaveLength(6);
  });

  it("has the outline of YAML and what its entries are called", () => {
    const alerts = [...Array(20).keys()].map(
      (at) =>
        `      - alert: Gate${at}Open\n        expr: sum(rate(gate_${at}_total[5m])) > ${at}\n        for: 5m\n        annotations:\n          summary: "Gate ${at} is open"\n`,
    );
    const text = `groups:\n  - name: gates\n    rules:\n${alerts.join("")}services:\n  gateway:\n    image: x\n`;
    const call = { callId: "c", name: "shell", arguments: JSON.stringify({ command: "cat alerts.yaml" }) };
    const shown = makeEvidence({ text, call }, { maxTokens: 300, count }).text;
    for (let at = 0; at < 20; at += 1) expect(shown).toContain(`- alert: Gate${at}Open`);
    expect(shown).toContain("services:");
  });

  it("has the outline of YAML that nobody named, and says once what is in every part", () => {
    const paths = [...Array(60).keys()].map(
      (index) =>
        `  /berths/{id}/part${index}:\n    get:\n      operationId: getPart${index}\n      parameters:\n        - name: id\n          required: true\n`,
    );
    const text = `openapi: 3.0.3\ninfo:\n  title: Harbour API\npaths:\n${paths.join("")}components:\n  schemas: {}\n`;
    const shown = makeEvidence({ text }, { maxTokens: 400, count: (part) => Math.ceil(part.length / 4) });
    expect(shown.kind).toBe("code");
    for (const told of ["title: Harbour API", "/berths/{id}/part0:", "/berths/{id}/part20:", "components:"])
      expect(shown.text).toContain(told);
    expect(shown.text.split("- name: id").length).toBeLessThan(3);
  });
});
