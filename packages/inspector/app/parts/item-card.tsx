import type { ItemRow } from "plimsoll/inspection";
import type { ReactNode } from "react";
import { useWords } from "../words/use-words.ts";
import { useOpenItem } from "./item-dialog.tsx";
import { Code } from "../reading/code.tsx";
import { Prose } from "../reading/prose.tsx";

/** One item: who speaks, what it says, its calls and results, and how to see all of it. */
export function ItemCard({
  row,
  session,
  tone = "",
  children,
}: {
  readonly row: ItemRow;
  readonly session: string;
  readonly tone?: string;
  readonly children?: ReactNode;
}) {
  const { say, named, short } = useWords();
  const openItem = useOpenItem();
  return (
    <article className={`item role-${row.role} ${tone}`} data-item={row.id}>
      <header>
        <span className="role">{named("role", row.role)}</span>
        {row.kind === "reasoning" ? <span className="tag">{say("reasoning")}</span> : null}
        {row.kind === "summary" ? <span className="tag gold">{say("summary")}</span> : null}
        <span className="muted small">≈ {say("nTokens", { n: short(row.tokens) })}</span>
        <span className="grow" />
        {children}
        <button type="button" className="quiet" onClick={() => openItem(session, row.id)}>
          {say("open")}
        </button>
      </header>
      <ItemBody row={row} session={session} />
    </article>
  );
}

function ItemBody({ row, session }: { readonly row: ItemRow; readonly session: string }) {
  const { say, number } = useWords();
  return (
    <>
      {row.text === "" ? null : (
        <div className="item-text">
          <Prose text={row.text} session={session} />
        </div>
      )}
      {row.characters > row.text.length ? (
        <p className="muted small cut">… {say("characters", { n: number(row.characters) })}</p>
      ) : null}
      {row.calls.map((call, index) => (
        <div className="call" key={`${call.callId} ${index}`}>
          <span className="muted">{say("calls")}</span> <b>{call.name}</b>{" "}
          <code>
            <Code text={call.arguments} session={session} />
          </code>
        </div>
      ))}
      {row.results.map((result, index) => (
        <div className="result" key={`${result.callId} ${index}`}>
          <span className={result.isError ? "tag red" : "muted"}>
            {say("result")}
            {result.isError ? ` · ${say("error")}` : ""}
            {result.characters > result.text.length
              ? ` · ${say("characters", { n: number(result.characters) })}`
              : ""}
          </span>
          {result.text === "" ? (
            <span className="muted"> · {say("emptyResult")}</span>
          ) : (
            <pre>
              <Code text={result.text} session={session} />
            </pre>
          )}
        </div>
      ))}
      {row.attachments.map(({ kind, characters }, index) => (
        <p className="muted small" key={`${kind} ${index}`}>
          [{kind}, {say("characters", { n: number(characters) })}]
        </p>
      ))}
    </>
  );
}
