import type { Summarizer } from "plimsoll";
import { modelSummarizer } from "plimsoll/summarizers";
import { isDrawn } from "./is-drawn.js";

/** How often, in percent, a line of each origin is noted. */
const NOTED = { said: 15, result: 30 } as const;
/** Of a long output it remembers little. */
const LINES_OF_A_RESULT = 2;
const MAX_LINE = 200;
const HAS_FACT = /\d|[a-z][A-Z]|_/;
const ITEM = /^(#\d+) (\w+)(?: \w+)*: (.*)$/;
const HISTORY = /<<<(DATA-\w+) history\n([\s\S]*)\n\1>>>/;

/**
 * A mediocre model that is asked for deltas: it notes a part of what it reads, some of it in the wrong section, and
 * never looks at the record. Answers without a network, through the same client and merge as a real one.
 */
export function scriptedDeltaModel(): Summarizer {
  return modelSummarizer({
    api: "chat",
    baseUrl: "http://127.0.0.1:9/v1",
    model: "scripted-delta",
    maxInputTokens: 100_000,
    fetch: async (_, init) => {
      const added = notesOf(historyOf(String(init?.body)));
      const content = JSON.stringify({ objective: "", activeWork: "", added, superseded: [] });
      return Response.json({ choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] });
    },
  });
}

function historyOf(body: string): readonly string[] {
  const { messages } = JSON.parse(body) as { messages: readonly { readonly content: unknown }[] };
  const texts = messages.map(({ content }) => String(content));
  return (HISTORY.exec(texts.join("\n"))?.[2] ?? "").split("\n");
}

interface Note {
  readonly section: "decisions";
  readonly text: string;
  readonly detail: "";
  readonly items: readonly string[];
}

/** What the user said is left to the record; of the rest, what is drawn. */
function notesOf(lines: readonly string[]): Note[] {
  const notes: Note[] = [];
  let [label, speaker, noted] = ["", "", 0];
  for (const line of lines) {
    const opening = ITEM.exec(line);
    if (opening) [label, speaker, noted] = [opening[1] ?? "", opening[2] ?? "", 0];
    const text = (opening?.[3] ?? line).trim().slice(0, MAX_LINE);
    const isResult = speaker === "result";
    if (text === "" || speaker === "user" || (isResult && !HAS_FACT.test(text))) continue;
    if (isResult && noted >= LINES_OF_A_RESULT) continue;
    if (!isDrawn(text, isResult ? NOTED.result : NOTED.said, lines.length)) continue;
    noted++;
    notes.push({ section: "decisions", text, detail: "", items: [label] });
  }
  return notes;
}
