/** How far a JSON object was read that comes in pieces. */
export interface JsonProgress {
  readonly depth: number;
  readonly inString: boolean;
  readonly escaped: boolean;
  readonly begun: boolean;
}

export const NOTHING_READ: JsonProgress = { depth: 0, inString: false, escaped: false, begun: false };

/** Reads the next piece. Looks at brackets and strings only, so the whole is read in linear time. */
export function readOn(progress: JsonProgress, piece: string): JsonProgress {
  let { depth, inString, escaped, begun } = progress;
  for (const character of piece) {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === "\\") escaped = true;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      begun = true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return { depth, inString, escaped, begun };
}

/** True if an object was read and every bracket of it is closed. */
export function isWhole({ depth, inString, begun }: JsonProgress): boolean {
  return begun && depth <= 0 && !inString;
}
