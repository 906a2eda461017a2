import { describe, expect, it } from "vitest";
import { atOnce } from "../../collections/in-turns.js";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { GAP_NOTE, RECORD_NOTE } from "../../conversation/is-own-note.js";
import { type SplitText, splitUnits } from "./split-units.js";
import { unitText } from "./unit.js";

const call = (callId: string, args: unknown, name = "run"): ItemView => ({
  ...EMPTY_VIEW,
  calls: [{ callId, name, arguments: JSON.stringify(args) }],
});
const output = (callId: string, text: string): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId, name: "", text, isError: false }],
});

const split = (...views: readonly ItemView[]): SplitText =>
  atOnce(splitUnits({ remainder: views.map((view, index) => ({ id: `item_${index}`, view })) }));

const wholeLines = ({ units }: SplitText): string[] =>
  units.filter(({ wholeLine }) => wholeLine).map(unitText);

describe("splitUnits", () => {
  it("takes the lines of a text in a call for lines of a file where the call names one", () => {
    const text = "export const midnight = 0;\nexport const noon = 12;";
    expect(wholeLines(split(call("a", { path: "src/date.ts", text })))).toEqual(text.split("\n"));
    expect(wholeLines(split(call("b", { title: "When is noon?", text })))).toEqual([]);
  });

  it("takes the lines of a here-document for lines of a file, those of another script not", () => {
    const written = "cat > src/date.ts <<'END'\nexport const midnight = 0;\nEND";
    expect(wholeLines(split(call("a", { command: written })))).toContain("export const midnight = 0;");
    const script = 'python3 -c "\nimport datetime\nprint(datetime.date.today())"';
    expect(wholeLines(split(call("b", { command: script })))).toEqual([]);
  });

  it("knows the lines that an edit takes out from those that stay", () => {
    const before = "const first = 1;\nconst second = 2;";
    const after = "const first = 1;\nconst second = 3;";
    const { units } = split(call("a", { path: "src/date.ts", old: before, new: after }));
    expect(units.filter(({ isReplaced }) => isReplaced).map(unitText)).toEqual(["const second = 2;"]);
  });

  it("leaves out the numbers before lines of the summary before, where they count on", () => {
    const previous =
      "User requests:\n 19\tfrom shop import pay\n 20\timport sys\n 42 is the answer.\nGo on, please.";
    const lines = (previousIsUnverified: boolean): string[] =>
      atOnce(splitUnits({ remainder: [], previous, previousIsUnverified })).units.map(unitText);
    for (const isUnverified of [true, false])
      expect(lines(isUnverified)).toEqual([
        "from shop import pay",
        "import sys",
        "42 is the answer.",
        "Go on, please.",
      ]);
  });

  it("leaves out lines that say nothing: signs, a word between signs, tags around nothing", () => {
    const lines = ["/**", " */", "//", "try {", "break;", "return total * rate;", "</div>", "<p></p>"];
    const text = [
      ...lines,
      "const rate = 0.19; // as agreed with the people of the tax office in March",
    ].join("\n");
    const { units } = split(
      call("a", { command: "cat src/tax.ts" }),
      output("a", `${text}\n${text.slice(-60)}`),
    );
    const shown = units.map(unitText);
    expect(shown).toContain("return total * rate;");
    for (const line of lines) if (!line.startsWith("return")) expect(shown).not.toContain(line.trim());
    const branch = split(call("b", { command: "git branch --show-current" }), output("b", "main"));
    expect(branch.units.map(unitText)).toContain("main");
  });

  it("takes what a client wrote in the user's name for nobody's words", () => {
    const said = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });
    const { units } = split(
      said("[Request interrupted by user]"),
      said("<x></x>"),
      said("Go on with the parser."),
    );
    expect(units.map(unitText)).toEqual(["Go on with the parser."]);
  });

  it("takes a note of our own for nobody's words", () => {
    const note = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });
    expect(split(note(GAP_NOTE)).units).toEqual([]);
    const { units } = split(note(`${RECORD_NOTE}\nNever push to main.`));
    expect(units.map(({ kind }) => kind)).not.toContain("user");
  });

  it("names the file that was read as the source of a result", () => {
    const { units } = split(
      call("a", { path: "src/date.ts", from: 302, lines: 82 }, "read_file"),
      output("a", "noon"),
    );
    expect(units.at(-1)?.from).toBe("tool src/date.ts");
  });

  it("names tools and fields as labels, but no field that may be an id or a file", () => {
    const record = { order_id: "A-7", paypal_3024827: { source: "paypal" }, "date.ts": { covered: 4 } };
    const { labels } = split(call("a", {}, "get_order_details"), output("a", JSON.stringify(record)));
    expect([...labels]).toEqual(["get_order_details", "order_id", "source", "covered"]);
  });
});
