import { countLines } from "../text/count-lines.js";
import { evidenceReference } from "./evidence-reference.js";
import { outputBodyStart } from "./output-body-start.js";
import { wrappedOutput } from "./wrapped-output.js";

/** The length of an output, or of the original if the text is evidence. */
export interface OutputSize {
  /** The text is evidence, not the output itself. */
  readonly bounded: boolean;
  readonly characters: number;
  readonly lines: number;
}

const HEADER_SIZES = /^\[[a-z-]{1,20}:? (\d{1,12}) char(?:acter)?s, (\d{1,12}) lines[,;\]]/;

export function outputSize(text: string): OutputSize {
  if (evidenceReference(text) === undefined) {
    // Few who ask for a size ask for the lines.
    return {
      bounded: false,
      characters: text.length,
      get lines() {
        return countLines(text);
      },
    };
  }
  const sizes = HEADER_SIZES.exec(text.slice(0, 100));
  const [characters, lines] = sizes ? [Number(sizes[1]), Number(sizes[2])] : [text.length, countLines(text)];
  return { bounded: true, characters, lines };
}

/** Lines of the payload, without the tool's wrapper. */
export function payloadLines(text: string): number {
  const payload = wrappedOutput(text)?.text ?? text;
  return countLines(payload.slice(outputBodyStart(payload)));
}
