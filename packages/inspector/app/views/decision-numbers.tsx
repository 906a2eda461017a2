import type { CompactionDetail } from "plimsoll/inspection";
import { costText, decisionText } from "./compaction-facts.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { useWords, type Words } from "../words/use-words.ts";

const OMITTED = new Set(["ts", "session_id", "event", "severity", "model", "compaction_id"]);

/** Every number that was told about a compaction, by the event that told it. */
export function DecisionNumbers({ detail }: { readonly detail: CompactionDetail }) {
  const words = useWords();
  const { say, named } = words;
  const events = Object.entries(detail.events);
  return (
    <div className="numbers">
      {events.map(([name, event]) => (
        <details key={name} open={name === "compact.trigger_decision" || name === "compact.cost"}>
          <summary>
            {named("event", name)} <code className="muted small">{name}</code>
          </summary>
          <table>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{say("number")}</th>
                <th scope="col">{say("value")}</th>
              </tr>
            </thead>
            <tbody>
              {flat(told(name, event, words)).map(([key, value]) => (
                <tr key={key}>
                  <th scope="row" title={key}>
                    {named("field", key)}
                  </th>
                  <td className="break">{visibleText(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

type Event = Readonly<Record<string, unknown>>;

/** Reasons and causes in the language of the page. */
function told(name: string, event: Event, words: Words): Event {
  const reason = name === "compact.cost" ? costText(event, words) : decisionText(event, words);
  const cause = event["trigger"];
  return {
    ...event,
    ...("reason" in event && reason !== "" ? { reason } : {}),
    ...(typeof cause === "string" ? { trigger: words.named("cause", cause) } : {}),
  };
}

/** The fields of an event, those of objects in it by their path. */
function flat(event: Readonly<Record<string, unknown>>, prefix = ""): [string, string][] {
  return Object.entries(event).flatMap(([key, value]): [string, string][] => {
    if (prefix === "" && OMITTED.has(key)) return [];
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return flat(value as Readonly<Record<string, unknown>>, `${prefix}${key}.`);
    const text = typeof value === "number" ? Number(value.toFixed(4)).toLocaleString("en-US") : String(value);
    return [[`${prefix}${key}`, text]];
  });
}
