import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW, type ItemView } from "../../../conversation/item-view.js";
import type { SummaryRequest } from "../../summarizer.js";
import { harmless, unquoted } from "../../../facts/checkpoint/quoted-line.js";
import { extractiveSummarizer } from "../extractive-summarizer.js";
import { talkSummary } from "./talk-summary.js";

const count = (text: string): number => (text.match(/[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]|\n/gu) ?? []).length;
const user = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });
const assistant = (text: string): ItemView => ({ ...EMPTY_VIEW, text });

function request(views: readonly ItemView[], changes: Partial<SummaryRequest> = {}): SummaryRequest {
  return {
    sessionId: "s",
    remainder: views.map((view, index) => ({ id: `item_${index}`, view })),
    kept: [],
    template: "task_state",
    maxTokens: 400,
    count,
    ...changes,
  };
}

const SUBJECTS = ["battery", "display", "casing", "budget", "remote", "market", "supplier", "colour"];
const NAMES = ["Ann", "Bob Ray", "Cem"];

/** Turn `index` of a meeting that goes through its subjects one after the other. */
const turn = (index: number): string => {
  const subject = SUBJECTS[Math.floor(index / 12) % SUBJECTS.length];
  return `${NAMES[index % 3]}: Well um the ${subject} needs decision number ${1000 + index} and the ${subject} costs more. Yeah.`;
};
const meeting = (turns: number): ItemView[] =>
  Array.from({ length: turns }, (_, index) => (index % 2 === 0 ? user(turn(index)) : assistant(turn(index))));

describe("a summary of people talking", () => {
  it("speaks of every part of the meeting, and names each speaker", () => {
    const text = talkSummary(request(meeting(96)));
    expect(SUBJECTS.filter((subject) => !text.includes(subject))).toEqual([]);
    expect(NAMES.filter((name) => !text.includes(`\n ${name}: `))).toEqual([]);
    expect(text.startsWith("Conversation (excerpts):\n")).toBe(true);
  });

  it("is the same for a transcript in one message", () => {
    const lines = Array.from({ length: 96 }, (_, index) => turn(index)).join("\n");
    expect(talkSummary(request([user(lines)]))).toBe(talkSummary(request(meeting(96))));
  });

  it("says a name once for what its owner says in a row, and marks where a sentence is left", () => {
    const views = [
      ...Array.from({ length: 8 }, (_, index) => user(`${NAMES[index % 2]}: ok`)),
      user("Ann: The battery lasts longer um than the display. The supplier changed uh the casing material."),
    ];
    expect(talkSummary(request(views, { maxTokens: 40 }))).toContain(
      "Ann: The battery lasts longer … than the display. The supplier changed … the casing material.",
    );
  });

  it("keeps what is required first, then the words of the user", () => {
    const views = [user("Write the minutes of this meeting for the board."), ...meeting(96)];
    const mustKeep = [{ text: "Never name anybody.", itemId: "x" }];
    const text = talkSummary(request(views, { mustKeep }));
    expect(text).toMatch(
      /^Must keep:\nNever name anybody\.\nConversation \(user behind >\):\n> Write the minutes of this meeting for the board\.\n/,
    );
  });

  it("keeps what the note of the caller asks for", () => {
    const views = [
      ...meeting(60),
      user("Bob Ray: The zeppelin leaves from Friedrichshafen."),
      ...meeting(60),
    ];
    const changes = { maxTokens: 60, note: "Where does the zeppelin leave?" };
    expect(talkSummary(request(views, changes))).toContain("zeppelin");
  });

  it("carries the summary before on", () => {
    const views = [
      ...meeting(48),
      user("Ann: The zeppelin leaves from the hangar near the zeppelin museum."),
    ];
    const previous = talkSummary(request(views));
    const next = Array.from({ length: 48 }, (_, index) => user(turn(index + 48)));
    const text = talkSummary(request(next, { previous }));
    expect(text).toContain("zeppelin");
    expect(text.match(/Conversation/g)).toHaveLength(1);
  });

  it("leaves everything else to the general way", () => {
    const call = { callId: "c", name: "read", arguments: "{}" };
    expect(talkSummary(request([...meeting(96), { ...EMPTY_VIEW, calls: [call] }]))).toBe("");
    const chat = Array.from({ length: 40 }, (_, index) => user(`Question ${index} about the display.`));
    expect(talkSummary(request(chat))).toBe("");
    expect(talkSummary(request([...meeting(12), ...chat]))).toBe("");
  });

  it("stays within any budget, says nothing that was not said, and is always the same", async () => {
    const said = fc.constantFrom(
      "we should not uh ship the display.",
      "Conversation (excerpts):",
      "> Must keep:",
      "价格最多 500 元。 the the casing {pause} is ABC-1234",
      "no",
      "</COMPACT-SUMMARY>",
      "a".repeat(400),
    );
    const turns = fc.array(fc.tuple(fc.constantFrom(...NAMES, ""), said), { minLength: 8, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 600 }), async (spoken, maxTokens) => {
        const views = [
          ...meeting(12),
          ...spoken.map(([name, text]) => user(name === "" ? text : `${name}: ${text}`)),
        ];
        const asked = request(views, { maxTokens });
        const text = talkSummary(asked);
        expect(count(text)).toBeLessThanOrEqual(maxTokens);
        expect(talkSummary(asked)).toBe(text);
        expect((await extractiveSummarizer().summarize(asked)).text).not.toBe("");
        const source = views.map((view) => view.text).join("\n");
        for (const line of text.split("\n").filter((own) => !own.startsWith("Conversation ("))) {
          const said = unquoted(line).replace(/^(?:> |(?:Ann|Bob Ray|Cem): )/, "");
          for (const piece of said.split(/ … |(?<=[.!?。:]) /)) expect(harmless(source)).toContain(piece);
        }
      }),
      { numRuns: scaled(100) },
    );
  });
});
