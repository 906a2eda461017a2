import type { ItemDetail } from "plimsoll/inspection";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { ask, sessionPath } from "../api/client.ts";
import { useWords } from "../words/use-words.ts";
import { ItemText } from "./item-text.tsx";

/** Opens an item of a session over the page. */
export type OpenItem = (session: string, item: string) => void;

export const OpenItemContext = createContext<OpenItem>(() => {});

export const useOpenItem = (): OpenItem => useContext(OpenItemContext);

type Form = "text" | "wire";

/** A part of an item, and what was read of it so far. */
function useItemParts(session: string, item: string, of: Form) {
  const [detail, setDetail] = useState<ItemDetail>();
  const [text, setText] = useState("");
  const [failed, setFailed] = useState("");
  const load = useCallback(
    async (start: number, stop?: AbortSignal) => {
      try {
        const path = sessionPath(session, `items/${encodeURIComponent(item)}?of=${of}&start=${start}`);
        const part = await ask<ItemDetail>(path, stop ? { signal: stop } : {});
        setDetail(part);
        setText((before) => (start === 0 ? part.part : before + part.part));
      } catch (error) {
        if (!stop?.aborted) setFailed(error instanceof Error ? error.message : String(error));
      }
    },
    [session, item, of],
  );
  useEffect(() => {
    const stop = new AbortController();
    setText("");
    setFailed("");
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
  const { say, named, number } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [of, setOf] = useState<Form>("text");
  const { detail, text, failed, more } = useItemParts(session, item, of);
  useEffect(() => dialog.current?.showModal(), []);
  const rest = (detail?.length ?? 0) - text.length;
  return (
    <dialog ref={dialog} className="wide" onClose={onClose} aria-label={say("wholeItem")}>
      <header className="dialog-head">
        <h2>{detail ? named("role", detail.role) : say("wholeItem")}</h2>
        <div className="choice" role="group" aria-label={say("wholeItem")}>
          {(["text", "wire"] as const).map((form) => (
            <button key={form} type="button" aria-pressed={of === form} onClick={() => setOf(form)}>
              {say(form)}
            </button>
          ))}
        </div>
        <button type="button" onClick={() => dialog.current?.close()}>
          {say("close")}
        </button>
      </header>
      <p className="muted small">
        <code>{item}</code> {detail ? `· ${say("characters", { n: number(detail.length) })}` : ""}
      </p>
      {failed === "" ? null : <p role="alert">{failed}</p>}
      <pre className="whole" tabIndex={0} aria-label={say("text")}>
        <ItemText text={text} session={session} />
      </pre>
      {rest > 0 ? (
        <button type="button" onClick={() => void more()}>
          {say("more")} ({say("characters", { n: number(rest) })})
        </button>
      ) : null}
    </dialog>
  );
}
