import { syntheticHistory } from "plimsoll/testing";

/** Enough for a target of 1,500 tokens to remove most of it. */
const TURNS = 12;

const history = (format: "responses" | "chat" | "anthropic" | "gemini" | "plain"): object[] =>
  syntheticHistory({ seed: 5, turns: TURNS, format });

const joined = (lines: readonly object[]): string =>
  `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;

function codexRollout(): string {
  const timestamp = "2026-11-02T08:15:01.000Z";
  const header = {
    timestamp,
    type: "session_meta",
    payload: { id: "rollout-1", timestamp, cwd: "/srv/harbour" },
  };
  const items = history("responses").map((payload) => ({ timestamp, type: "response_item", payload }));
  return joined([header, ...items]);
}

function claudeCode(): string {
  const lines = history("anthropic").map((message, index) => ({
    parentUuid: index === 0 ? null : `line-${index - 1}`,
    isSidechain: false,
    sessionId: "claude-1",
    type: (message as { role: string }).role,
    message,
    uuid: `line-${index}`,
    timestamp: "2026-10-05T09:13:00.000Z",
  }));
  return joined(lines);
}

export interface SampleFile {
  readonly name: string;
  readonly text: string;
  /** The session that the file is archived under. */
  readonly session: string;
  /** The conversation in a written file. */
  readonly items: (text: string) => unknown[];
}

const lines = (text: string): object[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);

const array = (name: "responses" | "chat" | "anthropic" | "gemini" | "plain"): SampleFile => ({
  name: `${name}.json`,
  text: JSON.stringify(history(name)),
  session: name,
  items: (text) => JSON.parse(text) as unknown[],
});

/** One conversation in every shape that the command line reads. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  array("responses"),
  array("chat"),
  array("anthropic"),
  array("gemini"),
  array("plain"),
  {
    name: "request.json",
    text: JSON.stringify({ model: "gpt-5", messages: history("chat"), temperature: 0 }),
    session: "request",
    items: (text) => (JSON.parse(text) as { messages: unknown[] }).messages,
  },
  {
    name: "rollout.jsonl",
    text: codexRollout(),
    session: "rollout-1",
    items: (text) => {
      const { payload } = lines(text).at(-1) as { payload: { replacement_history: unknown[] } };
      return payload.replacement_history;
    },
  },
  { name: "claude.jsonl", text: claudeCode(), session: "claude-1", items: lines },
];

/** Forty messages of which the fourth says something worth finding. */
export function workWithNeedle(): { readonly role: string; readonly content: string }[] {
  const filler = "Nothing else happened in this step of the work. ".repeat(20);
  return Array.from({ length: 40 }, (_, turn) => ({
    role: turn % 2 ? "assistant" : "user",
    content: turn === 3 ? `The retry limit is 17. ${filler}` : `Turn ${turn}. ${filler}`,
  }));
}
