import { describe, expect, it } from "vitest";
import { script } from "./ledger-test-support.js";

const CONCLUSION = "The export loses its last row because the loop in writer.ts stops one entry too early.";
const ANNOUNCEMENT = "Let me look at the tests of the reader and the writer for the same mistake now.";

const texts = (session: ReturnType<typeof script>): string[] =>
  session.checkpoint().statements.map(({ text }) => text);

describe("StatementLedger", () => {
  it("keeps the last thing said that says something", () => {
    expect(
      texts(script().assistant("First I read the whole module about exports.").assistant(CONCLUSION)),
    ).toEqual([CONCLUSION]);
    expect(texts(script().assistant(CONCLUSION).assistant("Done.").user("Thanks"))).toEqual([CONCLUSION]);
  });

  it("keeps the last conclusion beside an announcement that follows it", () => {
    const session = script().assistant("The reader is fine, all of its forty tests pass on both systems.");
    expect(texts(session.assistant(CONCLUSION).assistant(ANNOUNCEMENT))).toEqual([CONCLUSION, ANNOUNCEMENT]);
    expect(
      texts(session.assistant("Let me run the linter and the formatter over everything once more as well.")),
    ).toEqual([CONCLUSION, "Let me run the linter and the formatter over everything once more as well."]);
  });

  it("keeps a few words that name what comes next, behind a conclusion", () => {
    const named = "Now let me find the `get_display_name` function:";
    expect(texts(script().assistant(CONCLUSION).assistant(named))).toEqual([CONCLUSION, named]);
    expect(texts(script().assistant(CONCLUSION).assistant("Let me run the tests of it again:"))).toEqual([
      CONCLUSION,
    ]);
    const announced = script().assistant(ANNOUNCEMENT).assistant(named);
    expect(texts(announced)).toEqual([ANNOUNCEMENT]);
    expect(texts(script().assistant(CONCLUSION).assistant(named).assistant(ANNOUNCEMENT))).toEqual([
      CONCLUSION,
      ANNOUNCEMENT,
    ]);
  });

  it("cuts a long statement at the end of a sentence, on one line", () => {
    const sentence = "The reader skips every second row of the table when the header is missing. ";
    const [text = ""] = texts(script().assistant(`${sentence.repeat(30)}\n\n- a point\n`));
    expect(text).toBe(sentence.repeat(17).trim());
    const [endless = ""] = texts(script().assistant("reading ".repeat(500) + "rows of tables in files"));
    expect(endless.split(" ").length).toBeLessThan(250);
    expect(
      texts(script().assistant("读取器在没有表头的情况下会跳过表格的每一行".repeat(200)))[0]?.length,
    ).toBeLessThan(2_100);
  });

  it("has what the user said next behind a question, and nothing behind anything else", () => {
    const question = `${CONCLUSION} Shall I change the loop, or would you rather rewrite the writer?`;
    const answers = (session: ReturnType<typeof script>): string[] =>
      session.checkpoint().statements.map(({ answer }) => answer);
    expect(answers(script().assistant(question))).toEqual([""]);
    const answered = script().assistant(question).user('Change the loop, "minimally".').user("And hurry.");
    expect(answers(answered)).toEqual(["Change the loop, 'minimally'."]);
    expect(answers(script().assistant(CONCLUSION).user("Good."))).toEqual([""]);
    expect(answers(answered.assistant(CONCLUSION))).toEqual([""]);
    expect(answers(script().assistant(`${CONCLUSION} `.repeat(30)).user("The second."))).toEqual([
      "The second.",
    ]);
    const long = script().assistant(question);
    for (let count = 0; count < 60; count++) long.user(`Answer ${count}`);
    expect(answers(long)).toEqual(["Answer 0"]);
  });

  it("takes nothing that the user or a tool says", () => {
    expect(texts(script().user(CONCLUSION).tool("read", { path: "a.md" }, CONCLUSION))).toEqual([]);
  });
});
