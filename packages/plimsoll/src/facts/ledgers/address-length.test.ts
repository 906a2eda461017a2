import { describe, expect, it } from "vitest";
import { addressLength, withoutAddress } from "./address-length.js";
import { bound } from "./constraint-test-support.js";

const ADDRESSED: readonly string[] = [
  "@bot do not push to main.",
  "@bot: do not push to main.",
  "@claude-bot, please do not push to main.",
  "@ops @bot Do not push to main.",
  "<@U024BE7LH> do not push to main.",
  "<@!80351110224678912> never push to main.",
  "Hey Claude, do not push to main.",
  "Hi @bot, never push to main.",
  "Dear assistant, you must not push to main.",
  "[10:32 ops-lead] Don't push to main.",
  "[10:32] ops-lead: Don't push to main.",
  "[10:32 AM] <ops-lead> Don't push to main.",
  "[ops-lead 10:32] Don't push to main.",
  "[ops-lead] Don't push to main.",
  "(10:32) ops-lead: never push to main.",
  "10:32 <ops> never push to main.",
  "10:32 AM ops-lead: never push to main.",
  "ops-lead [10:32]: never push to main.",
  "ops-lead — Today at 10:32: never push to main.",
  "[2026-05-04 10:32:11] ops-lead: Don't push to main.",
  "2026-05-04 10:32 - ops-lead: Don't push to main.",
  "04/05/2026, 10:32 - Ann Lee: Don't push to main.",
  "[4 May 2026 10:32 Ann Lee] Don't push to main.",
  "<ops> never push to main.",
  "ops-lead: never push to main.",
  "Ann: never push to main.",
  "Ann Lee (ops): never push to main.",
  "@bot [10:32 ops-lead] Don't push to main.",
  "@bot 不要推送到 main。",
];

describe("an address", () => {
  it.each(ADDRESSED)("does not hide the rule behind it: %s", (line) => {
    expect(bound(line)).toEqual([line]);
  });

  it.each(ADDRESSED)("does not hide it below another line: %s", (line) => {
    expect(bound(`Deploy the app today.\n\n${line}`)).toEqual([line]);
  });

  it.each([
    "[10:32:11] ERROR app: you must set TOKEN",
    "2024-05-01 12:00:00 ERROR you must set TOKEN",
    "[2024-05-01 12:00:00] app: value must not be empty",
    "@bot what did Ann say about main?",
    "Hey Claude, the build is green.",
    "[10:32 ops-lead] The build must be broken, I think?",
  ])("makes no rule of what is none: %s", (line) => {
    expect(bound(line)).toEqual([]);
  });

  it("is not read in a transcript that was pasted", () => {
    const line = (minute: number, name: string, text: string): string => `[10:${minute} ${name}] ${text}`;
    const said = [
      "We must never ship on a Friday.",
      "Do not forget the tests.",
      "You must not.",
      "Always ask me first.",
    ];
    const lines = said.flatMap((text, index) => [
      line(10 + 2 * index, "ann", text),
      line(11 + 2 * index, "bob-ray", `I see. ${text}`),
    ]);
    expect(bound(lines.join("\n"))).toEqual([]);
    expect(bound(`Summarise this, but never name anybody.\n\n${lines.join("\n")}`)).toEqual([
      "Summarise this, but never name anybody.",
    ]);
  });

  it("is taken off as a whole, and nothing else", () => {
    expect(withoutAddress("@bot [10:32 ops-lead] Don't push.")).toBe("Don't push.");
    expect(withoutAddress("Never push: it breaks.")).toBe("Never push: it breaks.");
    expect(addressLength("a".repeat(100_000))).toBe(0);
    expect(addressLength("[".repeat(100_000))).toBe(0);
  });
});
