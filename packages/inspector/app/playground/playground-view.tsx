import type { LoadLine } from "plimsoll/inspection";
import { type FormEvent, type KeyboardEvent, type UIEvent, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { LoadChart } from "../chart/load-chart.tsx";
import { BusyButton } from "../parts/busy-button.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { Prose } from "../reading/prose.tsx";
import { compactionRoute, sessionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import { type ChatEntry, isCompacted } from "./chat-entry.ts";
import { dropChat, readChat } from "./kept-chat.ts";
import { longText } from "./long-text.ts";
import { type Chat, useChat } from "./use-chat.ts";

/** So near to its end, in pixels, a log goes on with what comes. */
const NEAR = 40;
const WINDOWS = [0, 2000, 4000, 6000] as const;

/** A chat through this gateway: compaction to watch. */
export function PlaygroundView() {
  const { say } = useWords();
  const [chat, setChat] = useState(0);
  const models = useResource<{ data: { id: string }[] }>("v1/models");
  return (
    <section className="playground">
      <header className="toolbar">
        <h1>{say("playground")}</h1>
        <span className="grow" />
        <button
          type="button"
          onClick={() => {
            dropChat();
            setChat(chat + 1);
          }}
        >
          {say("newChat")}
        </button>
      </header>
      {models.failure?.status === 404 ? (
        <Empty title={say("chatOnlyGateway")} />
      ) : (
        <Shown of={models}>{({ data }) => <ChatRoom key={chat} models={data.map(({ id }) => id)} />}</Shown>
      )}
    </section>
  );
}

function ChatRoom({ models }: { readonly models: readonly string[] }) {
  const { say, number } = useWords();
  const [kept] = useState(readChat);
  const [model, setModel] = useState(models.includes(kept.model) ? kept.model : (models[0] ?? ""));
  const [compactAt, setCompactAt] = useState(kept.compactAt);
  const chat = useChat({ model, compactAt });
  return (
    <div className="chat-room">
      <div className="chat">
        <div className="toolbar">
          <label className="field inline">
            <span>{say("model")}</span>
            <select value={model} onChange={(event) => setModel(event.target.value)}>
              {models.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label className="field inline">
            <span>{say("smallWindow")}</span>
            <select value={compactAt} onChange={(event) => setCompactAt(Number(event.target.value))}>
              {WINDOWS.map((size) => (
                <option key={size} value={size}>
                  {size === 0 ? say("windowAuto") : say("nTokens", { n: number(size) })}
                </option>
              ))}
            </select>
          </label>
        </div>
        <ChatLog chat={chat} />
        <Composer chat={chat} />
      </div>
      <ChatLine session={chat.session} />
    </div>
  );
}

function ChatLog({ chat }: { readonly chat: Chat }) {
  const { say } = useWords();
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = chat.entries.length;
  // Before anything is painted: what is read stays where it is, whatever comes above it.
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  });
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
  };
  return (
    <div
      ref={log}
      className="chat-log"
      role="log"
      aria-label={say("message")}
      tabIndex={0}
      onScroll={onScroll}
    >
      {count === 0 ? <Empty title={say("chatHint")} hint={say("chatCommands")} /> : null}
      {chat.entries.map((entry) => (
        <Entry key={entry.key} entry={entry} session={chat.session} isGone={isCompacted(entry, chat.marks)} />
      ))}
      {chat.answering === undefined ? null : (
        <div className="bubble assistant">
          {chat.answering === "" ? say("thinking") : visibleText(chat.answering)}
        </div>
      )}
    </div>
  );
}

function Entry({
  entry,
  session,
  isGone,
}: {
  readonly entry: ChatEntry;
  readonly session: string;
  readonly isGone: boolean;
}) {
  const words = useWords();
  const { say, number } = words;
  if (entry.kind === "divider") {
    const { id, version, tokensBefore, tokensAfter, removed } = entry.compaction;
    return (
      <div className="divider" role="group" aria-label={say("compactedHere")}>
        <span className="divider-mark" aria-hidden="true" />
        <Link href={compactionRoute(session, id)} className="divider-text">
          <b>
            {say("compactedHere")} {versionName(version, words)}
          </b>{" "}
          <span className="small">
            {say("dividerText", {
              removed: number(removed),
              before: number(tokensBefore),
              after: number(tokensAfter),
            })}
          </span>
        </Link>
      </div>
    );
  }
  if (entry.kind === "note")
    return (
      <div className="note">
        <p>{visibleText(entry.text)}</p>
        {entry.lines.length === 0 ? null : (
          <ol tabIndex={0} aria-label={say("windowNow")}>
            {entry.lines.map((line, index) => (
              <li key={`${index} ${line.length}`}>{visibleText(line)}</li>
            ))}
          </ol>
        )}
      </div>
    );
  return (
    <div className={`bubble ${entry.role} ${isGone ? "compacted" : ""}`}>
      {isGone ? <span className="tag">{say("state_compacted")}</span> : null}
      {entry.role === "assistant" ? (
        <Prose text={entry.text} session={session} />
      ) : (
        <bdi>{visibleText(entry.text)}</bdi>
      )}
    </div>
  );
}

function Composer({ chat }: { readonly chat: Chat }) {
  const { say } = useWords();
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = chat.answering !== undefined;
  // A button that is disabled loses the focus: the next thing to do is to write.
  const write = (): void => field.current?.focus();
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isBusy || text.trim() === "") return;
    setText("");
    write();
    void chat.submit(text);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form className="composer" onSubmit={submit}>
      <label className="field">
        <span className="visually-hidden">{say("message")}</span>
        <textarea
          ref={field}
          rows={3}
          value={text}
          placeholder={say("chatCommands")}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </label>
      <div className="row">
        <button type="submit" className="primary" disabled={isBusy}>
          {say("send")}
        </button>
        <button
          type="button"
          disabled={!isBusy}
          onClick={() => {
            chat.stop();
            write();
          }}
        >
          {say("stop")}
        </button>
        <BusyButton
          isBusy={isBusy}
          onClick={() => {
            setPage(page + 1);
            void chat.submit(longText(page));
          }}
        >
          {say("longText")}
        </BusyButton>
      </div>
    </form>
  );
}

function ChatLine({ session }: { readonly session: string }) {
  const { say } = useWords();
  const load = useResource<LoadLine>(session === "" ? "" : sessionPath(session, "load-line"), session);
  return (
    <aside className="chat-line" aria-label={say("loadLine")}>
      <h2>{say("loadLine")}</h2>
      {load.data && load.data.points.length > 0 ? (
        <>
          <LoadChart load={load.data} title={say("loadLine")} />
          <Link href={sessionRoute(session)}>{say("inspectSession")}</Link>
        </>
      ) : (
        <p className="muted">{say("noRequestsHint")}</p>
      )}
    </aside>
  );
}
