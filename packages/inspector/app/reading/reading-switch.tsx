import { useWords } from "../words/use-words.ts";
import { useReading } from "./reading-choice.ts";

/** Formatted or plain, for every view. */
export function ReadingSwitch() {
  const { say } = useWords();
  const { reading, choose } = useReading();
  return (
    <div className="choice" role="group" aria-label={say("reading")}>
      {(["formatted", "plain"] as const).map((name) => (
        <button key={name} type="button" aria-pressed={reading === name} onClick={() => choose(name)}>
          {say(name)}
        </button>
      ))}
    </div>
  );
}
