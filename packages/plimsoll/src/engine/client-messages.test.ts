import { expect, it } from "vitest";
import { say, setUp } from "./manager-test-support.js";

const work = (from: number) =>
  Array.from({ length: 10 }, (_, number) =>
    say(
      "assistant",
      `I looked at part ${from + number}. ${"It reads one record after the other. ".repeat(8)}`,
    ),
  );

it("keeps what the user typed, and not what a client wrote in the user's name", async () => {
  const prompt = `Review the branch. ${"Look at the tests and at the documentation. ".repeat(12)}`;
  const typed = ["Fix the parser next.", "staging, not prod."];
  const items = [
    say("user", "<command-name>/review</command-name>"),
    say("user", prompt),
    ...work(0),
    say("user", "[Request interrupted by user]"),
    say("user", typed[0] ?? ""),
    ...work(20),
    say("user", typed[1] ?? ""),
    ...work(40),
  ];
  const { manager } = setUp();
  const { items: window } = await manager.manualCompact("s", items, { targetTokens: 900 });
  const contents = window.map(({ content }) => content);
  for (const text of typed) expect(contents).toContain(text);
  expect(contents).not.toContain(prompt);
  expect(contents.filter((text) => text.startsWith("[Request"))).toEqual(["[Request interrupted by user]"]);
});

it("keeps a short note of the client once, and none that says nothing", async () => {
  const note = "[Request interrupted by user]";
  const items = [
    say("user", "<local-command-stdout></local-command-stdout>"),
    say("user", note),
    ...work(0),
    say("user", note),
    ...work(10),
    say("user", "Fix the parser next."),
    ...work(20),
  ];
  const { manager } = setUp();
  const { items: window } = await manager.manualCompact("s", items, { targetTokens: 900 });
  const contents = window.map(({ content }) => content);
  expect(contents.filter((text) => text === note)).toHaveLength(1);
  expect(contents.join("")).not.toContain("<local-command-stdout></local-command-stdout>");
});
