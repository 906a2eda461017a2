import type {
  ActionResult,
  CompactionRow,
  SessionPage,
  TranscriptPage,
  WindowNow,
} from "plimsoll/inspection";
import { useCallback, useEffect, useRef, useState } from "react";
import { ask, sessionPath } from "../api/client.ts";
import { announce, useChanges } from "../api/live.ts";
import { outcomeText } from "../parts/outcome-text.ts";
import { failureText } from "../words/server-text.ts";
import { useWords, type Words } from "../words/use-words.ts";
import { type ChatEntry, compactedMarks, parseInput, withDividers } from "./chat-entry.ts";
import { streamAnswer, type WireItem } from "./stream-answer.ts";

export interface Chat {
  readonly entries: readonly ChatEntry[];
  /** What is being answered; undefined if nothing is. */
  readonly answering: string | undefined;
  /** Messages that the model no longer sees. */
  readonly marks: ReadonlySet<string>;
  /** The gateway's name of this conversation, once it has one. */
  readonly session: string;
  submit(text: string): Promise<void>;
  stop(): void;
}

export interface ChatOptions {
  readonly model: string;
  readonly compactAt: number;
}

const newName = (): string => `playground-${crypto.randomUUID().slice(0, 8)}`;

let entryCount = 0;
const newKey = (): string => `entry ${entryCount++}`;

/** The session that the gateway made of a conversation: it adds a digest of the first words to the name. */
async function findSession(name: string): Promise<string> {
  const { sessions } = await ask<SessionPage>(`v1/inspect/sessions?text=${name}&limit=1`);
  return sessions[0]?.id ?? "";
}

/** The lines of a chat, with the compactions of its session among them. */
function useEntries(name: string) {
  const [session, setSession] = useState("");
  const [entries, setEntries] = useState<readonly ChatEntry[]>([]);
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const add = useCallback((entry: ChatEntry) => setEntries((before) => [...before, entry]), []);
  const refresh = useCallback(async () => {
    const id = session || (await findSession(name));
    if (id === "") return;
    setSession(id);
    const { compactions } = await ask<{ compactions: CompactionRow[] }>(sessionPath(id, "compactions"));
    setEntries((before) => withDividers(before, compactions));
    setMarks(compactedMarks(await ask<TranscriptPage>(sessionPath(id, "transcript?limit=500"))));
  }, [session, name]);
  useChanges(session === "" ? undefined : session, () => void refresh().catch(() => {}));
  return { session, entries, marks, add, refresh };
}

/** A chat through the gateway, with compactions shown where they happen. */
export function useChat({ model, compactAt }: ChatOptions): Chat {
  const words = useWords();
  const [name] = useState(newName);
  const { session, entries, marks, add, refresh } = useEntries(name);
  const [answering, setAnswering] = useState<string>();
  const items = useRef<readonly WireItem[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const answer = async (text: string): Promise<void> => {
    add({ kind: "message", key: newKey(), role: "user", text });
    items.current = [...items.current, userItem(text)];
    const control = new AbortController();
    stop.current = control;
    let said = "";
    setAnswering("");
    const onText = (part: string): void => setAnswering((said += part));
    const request = { model, session: name, compactAt, signal: control.signal, onText };
    try {
      const output = await streamAnswer({ ...request, items: items.current });
      items.current = [...items.current, ...output];
    } finally {
      setAnswering(undefined);
      if (said !== "") add({ kind: "message", key: newKey(), role: "assistant", text: said });
    }
  };
  const submit = async (text: string): Promise<void> => {
    const { command, rest } = parseInput(text);
    try {
      if (command === "") await answer(rest);
      else add(await runCommand({ command, rest, session, words }));
      await refresh();
      if (session !== "") announce(session);
    } catch (error) {
      if (stop.current?.signal.aborted) return;
      const why = failureText(error, words);
      add({ kind: "note", key: newKey(), text: words.say("chatFailed", { text: why }), lines: [] });
    }
  };
  return { entries, answering, marks, session, submit, stop: () => stop.current?.abort() };
}

const userItem = (text: string): WireItem => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

interface CommandRun {
  readonly command: string;
  readonly rest: string;
  readonly session: string;
  readonly words: Words;
}

async function runCommand({ command, rest, session, words }: CommandRun): Promise<ChatEntry> {
  if (session === "") return { kind: "note", key: newKey(), text: words.say("nothingToDo"), lines: [] };
  if (command === "remember") {
    const window = await ask<WindowNow>(sessionPath(session, "window"));
    const text = words.say("chatRemember", { n: window.total, tokens: words.number(window.tokens) });
    const lines = window.items.map(
      ({ role, reason, text: said }) =>
        `${words.named("role", role)} (${words.named("reason", reason)}): ${said.slice(0, 300)}`,
    );
    return { kind: "note", key: newKey(), text, lines };
  }
  const body =
    command === "compact"
      ? { action: "compact", ...(rest === "" ? {} : { note: rest }) }
      : { action: command };
  const result = await ask<ActionResult>(sessionPath(session, "actions"), { body });
  return { kind: "note", key: newKey(), text: outcomeText(result, words), lines: [] };
}
