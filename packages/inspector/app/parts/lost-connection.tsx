import { useLostSince } from "../api/live.ts";
import { useWords } from "../words/use-words.ts";

/** The server does not answer: what is shown may be old. Goes when it answers again. */
export function LostConnection() {
  const { say, time } = useWords();
  const since = useLostSince();
  return (
    <div className="lost" role="status">
      {since ? <p>{say("connectionLost", { since: time(since.toISOString()) })}</p> : null}
    </div>
  );
}
