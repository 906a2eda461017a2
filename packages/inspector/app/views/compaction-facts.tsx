import type { CompactionDetail } from "plimsoll/inspection";
import type { ReactNode } from "react";
import { useWords, type Words } from "../words/use-words.ts";

type Told = Readonly<Record<string, unknown>>;

const numberIn = (event: Told | undefined, name: string): number | undefined => {
  const value = event?.[name];
  return typeof value === "number" ? value : undefined;
};

/** A compaction in a few numbers: what it did, why, and what that costs and saves. */
export function CompactionFacts({ detail }: { readonly detail: CompactionDetail }) {
  const words = useWords();
  const { say } = words;
  const facts: (readonly [string, ReactNode])[] = [
    [say("tokens"), sizesOf(detail, words)],
    [say("clientList"), givenOf(detail, words)],
    [say("itemsWord"), `${words.number(detail.itemsBefore)} → ${words.number(detail.itemsAfter)}`],
    [say("cause"), causeOf(detail, words)],
    [say("stayed"), stayedOf(detail, words)],
    [say("summary"), summaryOf(detail, words)],
    [say("cost"), costOf(detail, words)],
    [say("cache"), cacheOf(detail, words)],
    [say("lasted"), lastedOf(detail, words)],
  ];
  return (
    <dl className="fact-grid">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function sizesOf({ tokensBefore, tokensAfter }: CompactionDetail, { number, percent }: Words): ReactNode {
  const freed = tokensBefore > 0 ? 1 - tokensAfter / tokensBefore : 0;
  return (
    <>
      {number(tokensBefore)} → <b>{number(tokensAfter)}</b> (−{percent(freed)})
    </>
  );
}

const NOTABLE = 1.1;

/** The client's own list may be far larger than any request: it has large outputs whole. */
const givenOf = ({ tokensGiven, tokensBefore }: CompactionDetail, { say, number }: Words): string =>
  tokensGiven > tokensBefore * NOTABLE ? say("clientListText", { n: number(tokensGiven) }) : "";

function causeOf({ events, trigger }: CompactionDetail, words: Words): string {
  const told = decisionText(events["compact.trigger_decision"], words);
  return told === "" ? words.named("cause", trigger) : `${words.named("cause", trigger)} · ${told}`;
}

/** What a decision was made by, from its numbers. */
export function decisionText(decision: Told | undefined, { say, number, percent }: Words): string {
  const [tokens, max, limit] = ["t_est", "max", "limit"].map((name) => numberIn(decision, name));
  if (tokens === undefined || max === undefined || max <= 0) return "";
  const values = { tokens: number(tokens), max: number(max), share: percent(tokens / max) };
  return limit === undefined || limit <= 0 || decision?.["trigger"] === "manual"
    ? say("decisionSize", values)
    : say("decisionText", { ...values, limit: number(limit) });
}

function stayedOf({ events }: CompactionDetail, { say, number }: Words): string {
  const kept = events["compact.policy_applied"]?.["kept"] as Told | undefined;
  const [turns, pairs] = [numberIn(kept, "recent_turns"), numberIn(kept, "tool_io_pairs")];
  return turns === undefined || pairs === undefined
    ? ""
    : say("stayedText", { turns: number(turns), pairs: number(pairs) });
}

function summaryOf({ events, summarizer, template, by }: CompactionDetail, { say, number }: Words): string {
  const tokens = numberIn(events["compact.summary_created"], "summary_tokens");
  const size = tokens === undefined ? "" : ` · ${say("nTokens", { n: number(tokens) })}`;
  return by === "remote" ? say("byProvider") : `${summarizer} · ${template}${size}`;
}

const costOf = ({ events }: CompactionDetail, words: Words): string =>
  costText(events["compact.cost"], words);

/** What a compaction saves or costs, from the numbers of its event. */
export function costText(cost: Told | undefined, { say, dollars, number }: Words): string {
  const [net, turns] = [numberIn(cost, "net"), numberIn(cost, "turns")];
  if (net === undefined || turns === undefined) return "";
  return say(net < 0 ? "costsOver" : "savesOver", { money: dollars(Math.abs(net)), n: number(turns) });
}

function cacheOf({ events }: CompactionDetail, { say, dollars, percent }: Words): string {
  const measured = events["compact.token_estimate"];
  const [read, cached] = [numberIn(measured, "reported"), numberIn(measured, "reported_cached")];
  const again = numberIn(events["compact.cost"], "prefix_cost");
  const parts = [
    ...(read === undefined || read <= 0
      ? []
      : [say("cachedBefore", { share: percent((cached ?? 0) / read) })]),
    ...(again === undefined ? [] : [say("cachedAgain", { money: dollars(again) })]),
  ];
  return parts.join(" · ");
}

const lastedOf = ({ rebound }: CompactionDetail, { say, number }: Words): string =>
  rebound ? say("lastedText", { turns: number(rebound.turns), tokens: number(rebound.tokens) }) : "";
