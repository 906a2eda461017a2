import { describe, expect, it } from "vitest";
import { SessionScript } from "./ledger-test-support.js";
import { saysSettled, settledRow } from "./settled-row.js";

const MATTERS = [
  "I am waiting for the approval of permit P-337 for Larch.",
  "I am waiting for the approval of permit P-512 for Umbra.",
  "The Tern hull still has to be inspected.",
];
const settledBy = (sentence: string): string | undefined =>
  saysSettled(sentence)
    ? settledRow(
        sentence,
        MATTERS.map((text) => ({ text })),
        ({ text }) => text,
      )?.text
    : undefined;

describe("a sentence that settles a matter", () => {
  it.each([
    ["Permit P-337 is approved.", MATTERS[0]],
    ["The approval of permit P-512 came in today.", MATTERS[1]],
    ["The Tern hull is inspected, that is done.", MATTERS[2]],
    ["Never mind the inspection of the Tern hull.", MATTERS[2]],
  ])("says that it is done, came or is not needed: %s", (sentence, matter) => {
    expect(settledBy(sentence)).toBe(matter);
  });

  it.each([
    ["Permit P-337 is not approved yet."],
    ["Tell me once permit P-337 is approved."],
    ["If the Tern hull is inspected and done, we leave."],
    ["Permit P-999 is approved."],
    ["The permits are approved."],
    ["Is the Tern hull big?"],
  ])("is none that denies or supposes it, speaks of another, or could mean several: %s", (sentence) => {
    expect(settledBy(sentence)).toBeUndefined();
  });
});

it("closes a blocker, and a rule that was a thing to do", () => {
  const script = new SessionScript()
    .assistant("I am waiting for the approval of permit P-337 for Larch.")
    .assistant("I am waiting for the approval of permit P-512 for Umbra.")
    .user("The Tern hull still has to be inspected. Never move the crane after dark.")
    .user("Permit P-337 is approved. The Tern hull is inspected, that is done.");
  const { risks, constraints } = script.checkpoint();
  const current = (entries: readonly { readonly text: string; readonly status: string }[]): string[] =>
    entries.filter(({ status }) => status === "current").map(({ text }) => text);
  expect(current(risks)).toEqual(["I am waiting for the approval of permit P-512 for Umbra."]);
  expect(current(constraints)).toEqual(["Never move the crane after dark."]);
});
