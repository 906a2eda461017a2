import { describe, expect, it } from "vitest";
import { responses, type ResponsesItem } from "../../formats/responses/responses.js";
import { isTranscript } from "./is-transcript.js";
import { createLedger, observeItems } from "./session-ledger.js";

const view = (role: "user" | "assistant", content: string) =>
  responses.view({ type: "message", role, content } as ResponsesItem);

const meeting = Array.from({ length: 12 }, (_, turn) =>
  view(
    turn % 2 === 0 ? "user" : "assistant",
    `${["Ada", "Ben", "Cleo"][turn % 3]}: I see it like that, ${turn}.`,
  ),
);

describe("a transcript", () => {
  it("is a talk of people who are named and come back", () => {
    expect(isTranscript(meeting)).toBe(true);
  });

  it("is none where a tool is called, where nobody is named, or where it is short", () => {
    const call = responses.view({
      type: "function_call",
      call_id: "c",
      name: "ls",
      arguments: "{}",
    } as ResponsesItem);
    expect(isTranscript([...meeting, call])).toBe(false);
    expect(isTranscript(meeting.slice(0, 4))).toBe(false);
    expect(isTranscript(meeting.map(() => view("user", "Go on with the next one, please.")))).toBe(false);
  });

  it("binds nobody, also where a speaker is called like a part of the product", () => {
    const speakers = [
      "Marketing",
      "User Interface",
      "Project Manager",
      "User Interface",
      "Industrial Designer",
    ];
    const talk = Array.from({ length: 30 }, (_, turn) =>
      view(
        turn % 2 === 0 ? "user" : "assistant",
        `${speakers[turn % 5]}: We must never make it larger than ${turn}.`,
      ),
    );
    const ledger = observeItems(
      createLedger(),
      talk.map((turn, index) => ({ id: `item_${index}`, view: turn })),
    );
    expect([...ledger.table("constraints").rows()]).toEqual([]);
  });
});
