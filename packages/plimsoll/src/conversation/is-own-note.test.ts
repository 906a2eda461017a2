import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "./item-view.js";
import { GAP_NOTE, isGapNote, isOwnNote, RECORD_NOTE, recordIn } from "./is-own-note.js";
import { speaksAsUser } from "./speaks-as-user.js";

const user = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });

describe("a note of our own", () => {
  it("is known, and nothing that only quotes one", () => {
    expect(isGapNote(user(GAP_NOTE))).toBe(true);
    expect(isGapNote({ ...user(GAP_NOTE), role: "assistant" })).toBe(false);
    expect(isGapNote(user(`You said: ${GAP_NOTE}`))).toBe(false);
    expect(recordIn(user(`${RECORD_NOTE}\nGoal: ship.`))).toBe("Goal: ship.");
    expect(recordIn(user(`Look: ${RECORD_NOTE}\nGoal: ship.`))).toBeUndefined();
  });

  it("is not the user speaking", () => {
    expect(speaksAsUser(user("Go on."))).toBe(true);
    for (const text of [GAP_NOTE, `${RECORD_NOTE}\n- Never push.`]) {
      expect(isOwnNote(user(text))).toBe(true);
      expect(speaksAsUser(user(text))).toBe(false);
    }
  });
});
