import { type FormEvent, type ReactNode, useState } from "react";
import type { Resource } from "../api/use-resource.ts";
import { type ApiFailure, setKey } from "../api/client.ts";
import { failureText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";
import { visibleText } from "./visible-text.ts";

/** Nothing is there, and that is all right. */
export function Empty({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {hint === undefined ? null : <p className="muted">{hint}</p>}
    </div>
  );
}

export function Loading() {
  const { say } = useWords();
  return (
    <div className="state" role="status">
      <span className="wave" aria-hidden="true" />
      <p className="muted">{say("loading")}</p>
    </div>
  );
}

export function Failure({ failure, retry }: { readonly failure: ApiFailure; retry(): void }) {
  const words = useWords();
  const { say } = words;
  if (failure.status === 401 || failure.status === 403) return <KeyForm failure={failure} retry={retry} />;
  return (
    <div className="state" role="alert">
      <p className="state-title">{say("failed")}</p>
      <p className="muted break">{visibleText(failureText(failure, words))}</p>
      <button type="button" onClick={retry}>
        {say("retry")}
      </button>
    </div>
  );
}

function KeyForm({ failure, retry }: { readonly failure: ApiFailure; retry(): void }) {
  const words = useWords();
  const { say } = words;
  const [given, setGiven] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setKey(String(new FormData(event.currentTarget).get("key") ?? ""));
    setGiven(true);
    retry();
  };
  return (
    <form className="state" onSubmit={submit}>
      <p className="state-title">{given ? say("keyWrong") : say("keyNeeded")}</p>
      <p className="muted">{say("keyHint")}</p>
      <label className="field">
        <span>{say("keyLabel")}</span>
        <input name="key" type="password" autoComplete="off" required />
      </label>
      <button type="submit" className="primary">
        {say("keyUse")}
      </button>
      <p className="muted small">{failureText(failure, words)}</p>
    </form>
  );
}

/** Shows a resource when it is here, and until then what is going on. */
export function Shown<T>({
  of: { data, failure, reload },
  children,
}: {
  readonly of: Resource<T>;
  readonly children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  return failure ? <Failure failure={failure} retry={reload} /> : <Loading />;
}
