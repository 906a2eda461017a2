import type { ComparedConfiguration, ComparedRun, Comparison, HandOff } from "plimsoll/inspection";
import { type FormEvent, useState } from "react";
import { ask, sessionPath } from "../api/client.ts";
import { LoadChart } from "../chart/load-chart.tsx";
import { BusyButton } from "../parts/busy-button.tsx";
import { Loading } from "../parts/states.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { failureText, refusalText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";

const NUMBERS = ["maxContextTokens", "triggerPct", "targetPct", "keepRecentTurns"] as const;
const CHOICES = {
  pruning: ["stage_aware", "recency", "fifo", "semantic", "user_messages"],
  strategy: ["task_state", "brief", "decision_log", "step_ledger", "requirements_ledger", "code_delta"],
} as const;
const SUGGESTED = { a: { maxContextTokens: 16_000 }, b: { maxContextTokens: 64_000 } } as const;

function configurationIn(data: FormData, side: "a" | "b"): ComparedConfiguration {
  const fields = [...NUMBERS, ...Object.keys(CHOICES)].flatMap((name) => {
    const text = String(data.get(`${side}.${name}`) ?? "");
    if (text === "") return [];
    return [[name, (NUMBERS as readonly string[]).includes(name) ? Number(text) : text] as const];
  });
  return Object.fromEntries(fields);
}

/** One session under two configurations, side by side. */
export function CompareView({ session }: { readonly session: string }) {
  const words = useWords();
  const { say } = words;
  const [state, setState] = useState<{ isBusy: boolean; failed: string; data?: Comparison }>({
    isBusy: false,
    failed: "",
  });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setState({ isBusy: true, failed: "" });
    try {
      const body = { a: configurationIn(data, "a"), b: configurationIn(data, "b") };
      setState({
        isBusy: false,
        failed: "",
        data: await ask<Comparison>(sessionPath(session, "compare"), { body }),
      });
    } catch (error) {
      setState({ isBusy: false, failed: failureText(error, words) });
    }
  };
  return (
    <div className="compare">
      <p className="muted">{say("compareHint")}</p>
      <form onSubmit={(event) => void submit(event)}>
        <div className="two">
          <ConfigurationFields side="a" />
          <ConfigurationFields side="b" />
        </div>
        <BusyButton type="submit" className="primary" isBusy={state.isBusy}>
          {say("runComparison")}
        </BusyButton>
      </form>
      {state.isBusy ? (
        <>
          <Loading />
          <p className="muted">{say("comparing")}</p>
        </>
      ) : null}
      {state.failed === "" ? null : <p role="alert">{state.failed}</p>}
      {state.data ? <Compared data={state.data} /> : null}
    </div>
  );
}

function ConfigurationFields({ side }: { readonly side: "a" | "b" }) {
  const { say } = useWords();
  const suggested: ComparedConfiguration = SUGGESTED[side];
  return (
    <fieldset>
      <legend>
        {say("configuration")} {side.toUpperCase()}
      </legend>
      {NUMBERS.map((name) => (
        <label className="field" key={name}>
          <span>{say(name)}</span>
          <input
            name={`${side}.${name}`}
            type="number"
            step={name.endsWith("Pct") ? 0.01 : 1}
            min={0}
            defaultValue={suggested[name] ?? ""}
            placeholder={say("asPolicy")}
          />
        </label>
      ))}
      {(["pruning", "strategy"] as const).map((name) => (
        <label className="field" key={name}>
          <span>{say(name)}</span>
          <select name={`${side}.${name}`}>
            {CHOICES[name].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

const HAND_OFF = [
  ["rules", "rulesKept"],
  ["userSentences", "userSentences"],
  ["editedFiles", "editedFiles"],
  ["openMatters", "openMatters"],
  ["newestFacts", "newestFacts"],
  ["settledMatters", "settledMatters"],
] as const satisfies readonly (readonly [keyof HandOff, string])[];

function Compared({ data }: { readonly data: Comparison }) {
  const words = useWords();
  const { say, number, percent, dollars } = words;
  const rows: (readonly [string, (run: ComparedRun) => string])[] = [
    [say("compactions"), (run) => number(run.compactions)],
    [say("inputTokens"), (run) => number(run.tokens)],
    [say("cost"), (run) => dollars(run.cost)],
    [say("lastWindow"), (run) => say("nTokens", { n: number(run.windowTokens) })],
    ...HAND_OFF.map(([name, word]) => [say(word), (run: ComparedRun) => percent(run.handOff[name])] as const),
  ];
  return (
    <div className="compared">
      <div className="two">
        <LoadChart load={data.a.load} title={`${say("configuration")} A`} />
        <LoadChart load={data.b.load} title={`${say("configuration")} B`} />
      </div>
      <h2>{say("handOff")}</h2>
      <p className="muted small">{say("handOffHint")}</p>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{say("number")}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, read]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{read(data.a)}</td>
              <td>{read(data.b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="two">
        {[data.a, data.b].map((run, index) => (
          <div key={index === 0 ? "a" : "b"}>
            {run.refused === null ? null : (
              <p className="red">{say("refused", { text: refusalText(run.refused, words) })}</p>
            )}
            <pre className="whole" tabIndex={0} aria-label={`${say("summary")} ${index === 0 ? "A" : "B"}`}>
              <bdi>{visibleText(run.summary) || say("noSummary")}</bdi>
            </pre>
          </div>
        ))}
      </div>
    </div>
  );
}
