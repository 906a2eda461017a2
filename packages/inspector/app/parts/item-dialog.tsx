import type { ItemDetail } from "plimsoll/inspection";
import { createContext, type MouseEvent, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { ask, sessionPath } from "../api/client.ts";
import { failureText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";
import { Code } from "../reading/code.tsx";
import { Prose } from "../reading/prose.tsx";
import { ReadingSwitch } from "../reading/reading-switch.tsx";
import { itemRoute } from "../routes.ts";

/** Opens an item of a session over the page. */
export type OpenItem = (session: string, item: string) => void;

export const OpenItemContext = createContext<OpenItem>(() => {});

export const useOpenItem = (): OpenItem => useContext(OpenItemContext);

type Form = "text" | "wire";

/** A part of an item, and what was read of it so far. */
function useItemParts(session: string, item: string, of: Form) {
  const [detail, setDetail] = useState<ItemDetail>();
  const [text, setText] = useState("");
  const [failed, setFailed] = useState<unknown>();
  const load = useCallback(
    async (start: number, stop?: AbortSignal) => {
      try {
        const path = sessionPath(session, `items/${encodeURIComponent(item)}?of=${of}&start=${start}`);
        const part = await ask<ItemDetail>(path, stop ? { signal: stop } : {});
        setDetail(part);
        setText((before) => (start === 0 ? part.part : before + part.part));
      } catch (error) {
        if (!stop?.aborted) setFailed(error);
      }
    },
    [session, item, of],
  );
  useEffect(() => {
    const stop = new AbortController();
    setText("");
    setFailed(undefined);
    void load(0, stop.signal);
    return () => stop.abort();
  }, [load]);
  return { detail, text, failed, more: () => load(text.length) };
}

export function ItemDialog({
  session,
  item,
  onClose,
}: {
  readonly session: string;
  readonly item: string;
  onClose(): void;
}) {
  const words = useWords();
  const { say, named, number } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  const [of, setOf] = useState<Form>("text");
  const { detail, text, failed, more } = useItemParts(session, item, of);
  useEffect(() => dialog.current?.showModal(), []);
  const rest = (detail?.length ?? 0) - text.length;
  // A link leads to another view, which the dialog would cover.
  const followed = (event: MouseEvent): void => {
    if ((event.target as Element).closest("a")) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="wide" onClose={onClose} onClick={followed} aria-label={say("wholeItem")}>
      <header className="dialog-head">
        <h2>{detail ? named("role", detail.role) : say("wholeItem")}</h2>
        <div className="choice" role="group" aria-label={say("wholeItem")}>
          {(["text", "wire"] as const).map((form) => (
            <button key={form} type="button" aria-pressed={of === form} onClick={() => setOf(form)}>
              {say(form)}
            </button>
          ))}
        </div>
        <ReadingSwitch />
        <button type="button" onClick={() => dialog.current?.close()}>
          {say("close")}
        </button>
      </header>
      <p className="muted small">
        <code>{item}</code> {detail ? `· ${say("characters", { n: number(detail.length) })}` : ""} ·{" "}
        <Link href={itemRoute(session, item)}>{say("inTranscript")}</Link>
      </p>
      {failed === undefined ? null : <p role="alert">{failureText(failed, words)}</p>}
      <div className="whole" tabIndex={0} role="region" aria-label={say(of)}>
        <WholeText text={text} session={session} of={of} role={detail?.role ?? ""} />
      </div>
      {rest > 0 ? (
        <button type="button" onClick={() => void more()}>
          {say("more")} ({say("characters", { n: number(rest) })})
        </button>
      ) : null}
    </dialog>
  );
}

/** Tools print code and logs, everybody else writes prose. */
function WholeText({
  text,
  session,
  of,
  role,
}: {
  readonly text: string;
  readonly session: string;
  readonly of: Form;
  readonly role: string;
}) {
  if (of === "text" && role !== "tool") return <Prose text={text} session={session} />;
  return (
    <pre>
      <Code text={text} session={session} {...(of === "wire" ? { language: "json" } : {})} />
    </pre>
  );
}
