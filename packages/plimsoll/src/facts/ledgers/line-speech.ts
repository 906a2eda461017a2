import { CUES } from "../cues/cues.js";
import { type SpeakerLabel, speakerLabel } from "./speaker-label.js";

/** How many times somebody speaks before a label is a speaker's, and how many such speakers make a transcript. */
export const LEAST_TURNS = 2;
export const LEAST_SPEAKERS = 3;
/** Two labels are enough if most turns carry a time, or if a label names a role in a conversation. */
const LEAST_OF_TWO = 2;
const LEAST_STAMPED_TURNS = 4;
const LEAST_TURNS_OF_TWO = 3;
/** The speaker of a line, and whether the line belongs to a transcript inside the message. */
export interface LineSpeech {
  readonly speaker: string;
  readonly reported: boolean;
}

interface Turn extends SpeakerLabel {
  readonly line: number;
  /** The label is alone, above the words. */
  readonly alone: boolean;
  /** The first line after it: its own lines end at a blank one. */
  readonly end: number;
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

function readTurns(lines: readonly string[], isPassedOver: (line: number) => boolean): Turn[] {
  const turns: Turn[] = [];
  for (let line = 0; line < lines.length; line++) {
    const label = isPassedOver(line) ? undefined : speakerLabel(lines[line] ?? "");
    if (label === undefined) continue;
    let end = line + 1;
    while (!isBlank(lines[end]) && (isPassedOver(end) || speakerLabel(lines[end] ?? "") === undefined)) end++;
    const alone = (lines[line] ?? "").slice(label.length).trim() === "";
    turns.push({ ...label, line, end, alone });
    line = end - 1;
  }
  return turns;
}

function isTranscript(turns: readonly Turn[], lines: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const { name } of turns) counts.set(name, (counts.get(name) ?? 0) + 1);
  const speakers = [...counts].filter(([, count]) => count >= LEAST_TURNS);
  if (speakers.length < LEAST_OF_TWO) return false;
  const stamped = turns.filter((turn) => turn.stamped).length;
  if (stamped >= LEAST_STAMPED_TURNS && stamped * 2 > turns.length) return true;
  const talkers = speakers.filter(([, count]) => count >= LEAST_TURNS_OF_TWO);
  const isDialogue =
    talkers.length >= LEAST_OF_TWO && talkers.some(([name]) => CUES.has("speaker role", name));
  if (speakers.length < LEAST_SPEAKERS && !isDialogue) return false;
  // People speak of themselves and to each other; entries of a specification hardly ever do.
  return turns.some(({ line, end }) => lines.slice(line, end).some((text) => CUES.has("dialogue", text)));
}

/**
 * The named speaker of each line, and whether that is reported: a transcript line binds nobody. Lines after the
 * last label are the writer's own again, unless the label is alone above them.
 */
export function readSpeech(
  lines: readonly string[],
  isPassedOver: (line: number) => boolean,
): ReadonlyMap<number, LineSpeech> {
  const turns = readTurns(lines, isPassedOver);
  const speech = new Map<number, LineSpeech>();
  const reported = isTranscript(turns, lines);
  for (const [index, { name, line, end, alone }] of turns.entries()) {
    const last = index === turns.length - 1;
    for (let at = line; at < end; at++) {
      const isReported = reported && (at === line || !last || alone);
      speech.set(at, { speaker: name, reported: isReported });
    }
  }
  return speech;
}
