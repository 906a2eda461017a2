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
import { keepChat, type KeptChat, readChat } from "./kept-chat.ts";
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

const newKey = (): string => `entry ${crypto.randomUUID()}`;

/** The session that the gateway made of a conversation: it adds a digest of the first words to the name. */
async function findSession(name: string): Promise<string> {
  const { sessions } = await ask<SessionPage>(`v1/inspect/sessions?text=${name}&limit=1`);
  return sessions[0]?.id ?? "";
}

/** A question that was never answered: the page was left, or loaded again. */
const isCut = ({ entries }: KeptChat): boolean => {
  const last = entries.at(-1);
  return last?.kind === "message" && last.role === "user";
};

/** What is kept of the chat; it outlives the view. */
function useKeptChat({ model, compactAt }: ChatOptions, words: Words) {
  const [chat, setChat] = useState(readChat);
  const latest = useRef(chat);
  const change = useCallback((part: (before: KeptChat) => Partial<KeptChat>) => {
    latest.current = { ...latest.current, ...part(latest.current) };
    keepChat(latest.current);
    setChat(latest.current);
  }, []);
  const add = useCallback(
    (entry: ChatEntry) => change(({ entries }) => ({ entries: [...entries, entry] })),
    [change],
  );
  useEffect(() => {
    if (isCut(latest.current)) add(note(words.say("chatCut")));
    // Once, when the view opens.
  }, []);
  useEffect(() => {
    if (latest.current.entries.length > 0) change(() => ({ model, compactAt }));
  }, [model, compactAt, change]);
  return { chat, latest, change, add };
}

/** The lines of a chat, with the compactions of its session among them. */
function useEntries(options: ChatOptions, words: Words) {
  const kept = useKeptChat(options, words);
  const { change, latest } = kept;
  const { session } = kept.chat;
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const refresh = useCallback(async () => {
    const { name, session: known } = latest.current;
    const id = known || (await findSession(name));
    if (id === "") return;
    const { compactions } = await ask<{ compactions: CompactionRow[] }>(sessionPath(id, "compactions"));
    change(({ entries }) => ({ session: id, entries: withDividers(entries, compactions) }));
    setMarks(compactedMarks(await ask<TranscriptPage>(sessionPath(id, "transcript?limit=500"))));
  }, [change, latest]);
  const refreshQuietly = (): void => void refresh().catch(() => {});
  useEffect(() => {
    if (latest.current.session !== "") refreshQuietly();
  }, []);
  useChanges(session === "" ? undefined : session, refreshQuietly);
  return { ...kept, marks, refresh };
}

/** A chat through the gateway, with compactions shown where they happen. */
export function useChat(options: ChatOptions): Chat {
  const words = useWords();
  const { chat, latest, marks, change, add, refresh } = useEntries(options, words);
  const [answering, setAnswering] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const answer = async (text: string): Promise<void> => {
    add({ kind: "message", key: newKey(), role: "user", text });
    change(({ items }) => ({ ...options, items: [...items, messageItem("user", text)] }));
    const control = new AbortController();
    stop.current = control;
    let said = "";
    let output: readonly WireItem[] | undefined;
    setAnswering("");
    const onText = (part: string): void => setAnswering((said += part));
    const { name, items } = latest.current;
    try {
      output = await streamAnswer({ ...options, session: name, items, signal: control.signal, onText });
    } finally {
      setAnswering(undefined);
      if (said !== "") add({ kind: "message", key: newKey(), role: "assistant", text: said });
      // Of an answer that was stopped the model sees what the user saw.
      const told = output ?? (said === "" ? [] : [messageItem("assistant", said)]);
      change((before) => ({ items: [...before.items, ...told] }));
    }
  };
  const submit = async (text: string): Promise<void> => {
    const { command, rest } = parseInput(text);
    const { session } = latest.current;
    try {
      if (command === "") await answer(rest);
      else add(await runCommand({ command, rest, session, words }));
      await refresh();
      if (session !== "") announce(session);
    } catch (error) {
      const isStopped = stop.current?.signal.aborted === true;
      const why = words.say("chatFailed", { text: failureText(error, words) });
      add(note(isStopped ? words.say("chatStopped") : why));
      if (isStopped) await refresh().catch(() => {});
    }
  };
  const { entries, session } = chat;
  return { entries, answering, marks, session, submit, stop: () => stop.current?.abort() };
}

const note = (text: string, lines: readonly string[] = []): ChatEntry => ({
  kind: "note",
  key: newKey(),
  text,
  lines,
});

const messageItem = (role: "user" | "assistant", text: string): WireItem => ({
  type: "message",
  role,
  content: [{ type: role === "user" ? "input_text" : "output_text", text }],
});

interface CommandRun {
  readonly command: string;
  readonly rest: string;
  readonly session: string;
  readonly words: Words;
}

async function runCommand({ command, rest, session, words }: CommandRun): Promise<ChatEntry> {
  if (session === "") return note(words.say("nothingToDo"));
  if (command === "remember") {
    const window = await ask<WindowNow>(sessionPath(session, "window"));
    const text = words.say("chatRemember", { n: window.total, tokens: words.number(window.tokens) });
    const lines = window.items.map(
      ({ role, reason, text: said }) =>
        `${words.named("role", role)} (${words.named("reason", reason)}): ${said.slice(0, 300)}`,
    );
    return note(text, lines);
  }
  const body =
    command === "compact"
      ? { action: "compact", ...(rest === "" ? {} : { note: rest }) }
      : { action: command };
  const result = await ask<ActionResult>(sessionPath(session, "actions"), { body });
  return note(outcomeText(result, words));
}
