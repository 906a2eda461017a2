import type { CheckedFidelity } from "plimsoll/inspection";
import { useState } from "react";
import { ArtifactsIn } from "../parts/artifact-links.tsx";
import { FACT_CLASSES, type FactClass } from "../parts/fact-classes.ts";
import { useOpenItem } from "../parts/item-dialog.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { useWords } from "../words/use-words.ts";

const FIRST = 40;

/** What became of the facts, each with a way to the item that said it. */
export function FidelityReport({
  fidelity,
  session,
}: {
  readonly fidelity: CheckedFidelity;
  readonly session: string;
}) {
  const { say, named, number } = useWords();
  const [shown, setShown] = useState<FactClass | "all">("all");
  const [most, setMost] = useState(FIRST);
  const facts = fidelity.list.filter((fact) => shown === "all" || fact.class === shown);
  return (
    <div className="fidelity">
      <p className="muted small">{say("fidelityHint")}</p>
      <div className="strip tall" aria-hidden="true">
        {FACT_CLASSES.map((name) => (
          <span key={name} className={`class-${name}`} style={{ flexGrow: fidelity.counts[name] }} />
        ))}
      </div>
      <div className="choice" role="group" aria-label={say("fidelity")}>
        {FACT_CLASSES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => setShown(shown === name ? "all" : name)}
          >
            <span className={`swatch class-${name}`} aria-hidden="true" /> {named("class", name)}{" "}
            {number(fidelity.counts[name])}
          </button>
        ))}
      </div>
      <ul className="fact-list">
        {facts.slice(0, most).map((fact) => (
          <FactLine key={`${fact.kind} ${fact.id}`} fact={fact} session={session} />
        ))}
      </ul>
      {facts.length > most ? (
        <button type="button" onClick={() => setMost(most + 200)}>
          {say("more")}
        </button>
      ) : null}
    </div>
  );
}

function FactLine({
  fact,
  session,
}: {
  readonly fact: CheckedFidelity["list"][number];
  readonly session: string;
}) {
  const { say, named } = useWords();
  const openItem = useOpenItem();
  const [source] = fact.items;
  return (
    <li>
      <span className={`dot class-${fact.class}`} aria-hidden="true" />
      <span className="visually-hidden">{named("class", fact.class)}</span>
      <span className="muted small">{named("kind", fact.kind)}</span>{" "}
      {source === undefined ? (
        <bdi>{visibleText(fact.text)}</bdi>
      ) : (
        <button type="button" className="text-button" onClick={() => openItem(session, source)}>
          <bdi>{visibleText(fact.text)}</bdi>
        </button>
      )}
      <ArtifactsIn text={fact.text} session={session} />
      {fact.must ? <span className="tag">{say("mustKeep")}</span> : null}
      {fact.instead === null ? null : (
        <span className="red small"> {say("instead", { text: visibleText(fact.instead) })}</span>
      )}
    </li>
  );
}
