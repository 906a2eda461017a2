/** The folder of a command, and how much of its output is shown, do not make it another command. */
const FOLDER = /^cd \S{1,200}\s{0,2}(?:&&|;)\s{0,2}(?=\S)/;
const OUTPUT_CUT = /\s{1,4}(?:2>&1|\|\s{0,2}(?:head|tail)\b[^|;&]{0,40})$/;
const MOST_CUTS = 4;
const MAX_CUT_CHARACTERS = 80;

/** A command without where it runs and how much of its output it shows. */
export function shortCommand(command: string): string {
  let short = command.replace(FOLDER, "");
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    const cut = OUTPUT_CUT.exec(short.slice(-MAX_CUT_CHARACTERS));
    if (cut === null) break;
    short = short.slice(0, short.length - cut[0].length);
  }
  return short;
}
