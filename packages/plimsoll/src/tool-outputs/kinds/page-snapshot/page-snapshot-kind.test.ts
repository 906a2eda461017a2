import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (text: string, maxTokens = 200) => makeEvidence({ text }, { maxTokens, count });

/** A page of an old shop, in the words of the tool that shows it. */
const snapshot = (body: readonly string[]): string =>
  ["- generic [active] [ref=e1]:", ...body.map((line) => `  ${line}`)].join("\n");

const filler = (count: number): string[] =>
  [...Array(count).keys()].map((index) => `- generic [ref=x${index}]`);

// What two MCP servers showed of the inspector, with a session of ours in it.
describe("evidence of a page in a browser", () => {
  it.each([
    ["playwright-mcp", (mark: string) => `[ref=${mark}]`, ["e36", "e37", "e50", "e61"]],
    ["chrome-devtools-mcp", (mark: string) => `uid=${mark}`, ["1_36", "1_37", "1_57", "1_64"]],
  ] as const)("has address, heading, words and usable marks of what %s shows", (program, mark, marks) => {
    const text = evidenceOf(["page-snapshot", program], 500);
    const [compact = "", undo = "", newest = "", protect = ""] = marks.map(mark);
    expect(text).toContain("/inspector/#/sessions/agent-session-dc921f74ac20d7b0/transcript");
    expect(text).toMatch(/^heading "Please change expireReplica in services\/exports/m);
    expect(text).toContain("1 heading, 11 links");
    expect(text).toContain(`button "Compact now …" ${compact}`);
    expect(text).toContain(`button "Undo" ${undo}`);
    expect(text).toContain(`button "To the newest" ${newest}`);
    expect(text).toContain(`button "Protect" ${protect}`);
    expect(text).toContain("You are a careful software engineer. Read before you edit");
  });

  it("names a link by what stands in it, and says where it leads", () => {
    const link = [
      "- link [ref=e5] [cursor=pointer]:",
      "  - /url: /tides",
      "  - img",
      "  - text: Tides of today",
    ];
    expect(evidence(snapshot([...filler(80), ...link])).text).toContain(
      'link "Tides of today" [ref=e5] -> /tides',
    );
  });

  it("shows the notice, the fields and their values before anything else", () => {
    const body = [
      ...[...Array(60).keys()].map((row) => `- link "Berth ${row}" [ref=l${row}]`),
      "- alert [ref=e90]: The harbour is closed for vessels over 40 m",
      '- textbox "Draught" [ref=e91]: "7.5"',
      '- combobox "Berth" [ref=e92]:',
      "- 'button \"Ask: now\" [disabled] [ref=e93]'",
    ];
    const { text } = evidence(snapshot(body), 150);
    expect(text).toContain('alert "The harbour is closed for vessels over 40 m" [ref=e90]');
    expect(text).toContain('textbox "7.5" [ref=e91]'.replace('"7.5"', '"Draught"'));
    expect(text).toContain("7.5");
    expect(text).toContain('combobox "Berth" [ref=e92]');
    expect(text).toContain('button "Ask: now" [disabled] [ref=e93]');
  });

  it("keeps what the page is for before what stands at its edges", () => {
    const entries = (word: string): string[] =>
      [...Array(40).keys()].map((row) => `  - link "${word} ${row}" [ref=${word}${row}]`);
    const body = ["- navigation [ref=n]:", ...entries("menu"), "- main [ref=m]:", ...entries("berth")];
    const { text } = evidence(snapshot(body), 160);
    expect(text.match(/"berth \d/g)?.length).toBeGreaterThan(5);
    expect(text).not.toContain('"menu ');
  });

  it("shows only the first of many buttons that are called the same", () => {
    const rows = [...Array(40).keys()].flatMap((row) => [
      `- paragraph [ref=p${row}]: Vessel ${row} left berth ${row * 7} before the tide turned`,
      `- button "Delete" [ref=b${row}]`,
    ]);
    const { text } = evidence(snapshot(rows), 300);
    const [buttons = 0, vessels = 0] = [/button "Delete"/g, /Vessel \d+ left/g].map(
      (shown) => text.match(shown)?.length,
    );
    expect(buttons).toBeGreaterThan(0);
    expect(buttons).toBeLessThanOrEqual(vessels / 2);
  });

  it("reads elements that are numbered in brackets", () => {
    const tree = [
      "RootWebArea 'Harbour office', focused",
      ...[...Array(90).keys()].map((row) => `\t[${row + 20}] gridcell '${row}'`),
      "\t[11] heading 'Departures'",
      "\t[12] button 'Log out', clickable, visible",
    ].join("\n");
    const { text, kind } = evidence(tree, 120);
    expect(kind).toBe("page-snapshot");
    expect(text).toContain('rootwebarea "Harbour office"');
    expect(text).toContain('heading "Departures" [11]');
    expect(text).toContain('button "Log out" [12] clickable, visible');
  });

  it.each([
    ["a list of settings", "- name: build\n  image: node\n  text: hello\n"],
    ["an outline", "- Article one\n- Section two\n  - Figure 3\n"],
    ["a change log", "- table: add a row\n- list: sort\n- text: trim\n"],
  ])("takes %s for no page", (_, text) => {
    expect(evidence(text.repeat(120)).kind).not.toBe("page-snapshot");
  });

  it("reads a hostile tree in bounded depth", () => {
    const tree = [...Array(4_000).keys()].map((depth) => `${" ".repeat(depth % 900)}- link [ref=e${depth}]:`);
    expect(evidence(`${tree.join("\n")}\n- heading "End" [ref=z]`).text).toContain('heading "End" [ref=z]');
  });
});
