import type { CompactionDetail } from "plimsoll/inspection";
import { visibleText } from "../parts/visible-text.ts";
import { useWords } from "../words/use-words.ts";

const OMITTED = new Set(["ts", "session_id", "event", "severity", "model", "compaction_id"]);

/** Every number that was told about a compaction, by the event that told it. */
export function DecisionNumbers({ detail }: { readonly detail: CompactionDetail }) {
  const { say } = useWords();
  const events = Object.entries(detail.events);
  return (
    <div className="numbers">
      {events.map(([name, event]) => (
        <details key={name} open={name === "compact.trigger_decision" || name === "compact.cost"}>
          <summary>
            <code>{name}</code>
          </summary>
          <table>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{say("number")}</th>
                <th scope="col">{say("value")}</th>
              </tr>
            </thead>
            <tbody>
              {flat(event).map(([key, value]) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
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
