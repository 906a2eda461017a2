import type { CompactionDetail, CompactionRow } from "plimsoll/inspection";
import { Link } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Empty, Shown } from "../parts/states.tsx";
import { ReadingSwitch } from "../reading/reading-switch.tsx";
import { compactionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import { BeforeAfter } from "./before-after.tsx";
import { CompactionFacts } from "./compaction-facts.tsx";
import { DecisionNumbers } from "./decision-numbers.tsx";
import { FidelityReport } from "./fidelity-report.tsx";
import { SummaryProvenance } from "./summary-provenance.tsx";

/** All compactions of a session, and one of them in full. */
export function CompactionsView({
  session,
  compaction,
}: {
  readonly session: string;
  readonly compaction: string;
}) {
  const { say } = useWords();
  const list = useResource<{ compactions: CompactionRow[] }>(sessionPath(session, "compactions"), session);
  return (
    <Shown of={list}>
      {({ compactions }) =>
        compactions.length === 0 ? (
          <Empty title={say("noCompactions")} hint={say("noCompactionsHint")} />
        ) : (
          <div className="split">
            <CompactionList
              rows={compactions}
              session={session}
              chosen={compaction || (compactions.at(-1)?.id ?? "")}
            />
            <Detail
              key={compaction || compactions.at(-1)?.id}
              session={session}
              compaction={compaction || (compactions.at(-1)?.id ?? "")}
            />
          </div>
        )
      }
    </Shown>
  );
}

function CompactionList({
  rows,
  session,
  chosen,
}: {
  readonly rows: readonly CompactionRow[];
  readonly session: string;
  readonly chosen: string;
}) {
  const words = useWords();
  const { say, short, time, named } = words;
  return (
    <nav className="side" aria-label={say("compactions")}>
      {rows.toReversed().map((row) => (
        <Link
          key={row.id}
          href={compactionRoute(session, row.id)}
          aria-current={row.id === chosen ? "true" : undefined}
          className={row.undone ? "undone" : ""}
        >
          <b>{versionName(row.version, words)}</b> {short(row.tokensBefore)} → {short(row.tokensAfter)}
          {row.undone ? <span className="tag"> {say("undone")}</span> : null}
          <span className="muted small block">
            {time(row.ts)} · {named("cause", row.trigger)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function Detail({ session, compaction }: { readonly session: string; readonly compaction: string }) {
  const path = sessionPath(session, `compactions/${encodeURIComponent(compaction)}`);
  const detail = useResource<CompactionDetail>(path, session);
  return <Shown of={detail}>{(data) => <DetailSections detail={data} session={session} />}</Shown>;
}

function DetailSections({
  detail,
  session,
}: {
  readonly detail: CompactionDetail;
  readonly session: string;
}) {
  const words = useWords();
  const { say } = words;
  return (
    <div className="detail">
      <h2>
        {say("compaction")} {versionName(detail.version, words)}{" "}
        {detail.undone ? <span className="tag">{say("undone")}</span> : null}
      </h2>
      <CompactionFacts detail={detail} />
      <section aria-label={say("summary")}>
        <div className="toolbar">
          <h3>{say("summary")}</h3>
          <span className="grow" />
          <ReadingSwitch />
        </div>
        {detail.summary.length === 0 ? (
          <p className="muted">{say("noSummary")}</p>
        ) : (
          <SummaryProvenance lines={detail.summary} session={session} />
        )}
      </section>
      <section aria-label={say("fidelity")}>
        <h3>{say("fidelity")}</h3>
        {detail.fidelity === null ? (
          <p className="muted">{say("noFidelity")}</p>
        ) : (
          <FidelityReport fidelity={detail.fidelity} session={session} />
        )}
      </section>
      <section>
        <h3>{say("sideBySide")}</h3>
        <BeforeAfter session={session} compaction={detail.id} />
      </section>
      <section aria-label={say("decision")}>
        <h3>{say("decision")}</h3>
        <DecisionNumbers detail={detail} />
      </section>
    </div>
  );
}
