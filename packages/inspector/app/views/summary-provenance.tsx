import type { SummaryLine } from "plimsoll/inspection";
import { useState } from "react";
import { Link } from "wouter";
import { ArtifactsIn } from "../parts/artifact-links.tsx";
import { useOpenItem } from "../parts/item-dialog.tsx";
import { ProseLine } from "../reading/prose-line.tsx";
import { itemRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";

/** A summary of which every line can be asked who said it. */
export function SummaryProvenance({
  lines,
  session,
}: {
  readonly lines: readonly SummaryLine[];
  readonly session: string;
}) {
  const { named } = useWords();
  const [chosen, setChosen] = useState<number>();
  return (
    <div className="provenance">
      <ul className="keys">
        {(["state", "extract", "model"] as const).map((origin) => (
          <li key={origin}>
            <span className={`swatch origin-${origin}`} aria-hidden="true" />
            {named("origin", origin)}
          </li>
        ))}
      </ul>
      <div className="summary-text">
        {lines.map((line, index) =>
          line.origin === "heading" ? (
            <p key={`${index} heading`} className="summary-heading">
              <ProseLine text={line.text} />
            </p>
          ) : (
            <div key={`${index} line`}>
              <button
                type="button"
                className={`summary-said origin-${line.origin}`}
                aria-expanded={chosen === index}
                onClick={() => setChosen(chosen === index ? undefined : index)}
              >
                <ProseLine text={line.text} />
              </button>
              {chosen === index ? <Source line={line} session={session} /> : null}
            </div>
          ),
        )}
      </div>
    </div>
  );
}

function Source({ line, session }: { readonly line: SummaryLine; readonly session: string }) {
  const { say, named } = useWords();
  const openItem = useOpenItem();
  return (
    <div className="source">
      <b>{named("origin", line.origin)}</b>
      {line.by === null ? null : <span> · {named("by", line.by)}</span>}
      <ArtifactsIn text={line.text} session={session} />
      {line.items.length === 0 ? <p className="muted">{say("noSource")}</p> : null}
      <ul>
        {line.items.map((item) => (
          <li key={item}>
            <button type="button" className="quiet" onClick={() => openItem(session, item)}>
              <code>{item}</code>
            </button>{" "}
            <Link href={itemRoute(session, item)}>{say("transcript")}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
