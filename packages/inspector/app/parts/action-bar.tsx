import type { ActionResult } from "plimsoll/inspection";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useWords } from "../words/use-words.ts";
import { BusyButton } from "./busy-button.tsx";
import { FACT_CLASSES } from "./fact-classes.ts";
import { type Actions, useActions } from "./use-action.ts";

/** Compact, preview, undo, redo. */
export function ActionBar({ session }: { readonly session: string }) {
  const { say } = useWords();
  const actions = useActions(session);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="actions">
      <BusyButton className="primary" isBusy={actions.isBusy} onClick={() => setOpen(true)}>
        {say("compactNow")} …
      </BusyButton>
      {(["undo", "redo"] as const).map((action) => (
        <BusyButton key={action} isBusy={actions.isBusy} onClick={() => void actions.run({ action })}>
          {say(action)}
        </BusyButton>
      ))}
      <output className={actions.outcome?.isError ? "outcome red" : "outcome"}>
        {actions.outcome?.text ?? ""}
      </output>
      {isOpen ? <CompactDialog actions={actions} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** What the fields of the form say. */
function optionsIn(form: HTMLFormElement): { note?: string; targetTokens?: number } {
  const data = new FormData(form);
  const note = String(data.get("note") ?? "").trim();
  const target = Number(data.get("target"));
  return { ...(note === "" ? {} : { note }), ...(target >= 1 ? { targetTokens: target } : {}) };
}

function CompactDialog({ actions, onClose }: { readonly actions: Actions; onClose(): void }) {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [preview, setPreview] = useState<ActionResult>();
  useEffect(() => dialog.current?.showModal(), []);
  const finish = (result: ActionResult | undefined): void => {
    if (result) dialog.current?.close();
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    finish(await actions.run({ action: "compact", ...optionsIn(event.currentTarget) }));
  };
  const look = async (): Promise<void> => {
    if (form.current) setPreview(await actions.run({ action: "preview", ...optionsIn(form.current) }));
  };
  return (
    <dialog ref={dialog} className="wide" onClose={onClose} aria-labelledby="compact-title">
      <h2 id="compact-title">{say("compactNow")}</h2>
      <form ref={form} onSubmit={(event) => void submit(event)} className="fields">
        <label className="field">
          <span>{say("note")}</span>
          <input name="note" maxLength={4000} placeholder={say("noteHint")} />
        </label>
        <label className="field">
          <span>{say("target")}</span>
          <input name="target" type="number" min={1} placeholder={say("targetHint")} />
        </label>
        <div className="row">
          <BusyButton type="submit" className={preview?.preview ? "" : "primary"} isBusy={actions.isBusy}>
            {say("compactNow")}
          </BusyButton>
          <BusyButton isBusy={actions.isBusy} onClick={() => void look()}>
            {say("preview")}
          </BusyButton>
          <button type="button" onClick={() => dialog.current?.close()}>
            {say("cancel")}
          </button>
        </div>
      </form>
      {actions.outcome && actions.outcome.text !== "" ? (
        <p role="status" className={actions.outcome.isError ? "red" : "muted"}>
          {actions.outcome.text}
        </p>
      ) : null}
      {preview?.preview ? (
        <PreviewForm key={preview.preview.prepared} result={preview} actions={actions} onDone={finish} />
      ) : null}
    </dialog>
  );
}

function PreviewForm({
  result,
  actions,
  onDone,
}: {
  readonly result: ActionResult;
  readonly actions: Actions;
  onDone(result: ActionResult | undefined): void;
}) {
  const { say, number, named } = useWords();
  const [summary, setSummary] = useState(result.preview?.summary ?? "");
  const preview = result.preview;
  if (!preview) return null;
  const approve = async (): Promise<void> =>
    onDone(await actions.run({ action: "approve", prepared: preview.prepared, summary }));
  return (
    <section className="preview">
      <p>
        {say("previewText", {
          removed: number(preview.removed),
          before: number(result.tokensBefore),
          after: number(result.tokensAfter),
        })}
      </p>
      {preview.counts === null ? null : (
        <ul className="keys" aria-label={say("fidelity")}>
          {FACT_CLASSES.map((name) => (
            <li key={name}>
              <span className={`swatch class-${name}`} aria-hidden="true" />
              {named("class", name)} {number(preview.counts?.[name] ?? 0)}
            </li>
          ))}
        </ul>
      )}
      <label className="field">
        <span>
          {say("editSummary")} ·{" "}
          {say("summaryTokens", { n: number(preview.summaryTokens), most: number(preview.summaryMaxTokens) })}
        </span>
        <textarea
          rows={14}
          value={summary}
          onChange={(event) => setSummary(event.target.value)}
          spellCheck={false}
        />
      </label>
      <BusyButton className="primary" isBusy={actions.isBusy} onClick={() => void approve()}>
        {say("approve")}
      </BusyButton>
    </section>
  );
}
