const LETTERS = 26;
const CLASSES = LETTERS + 2;
const SPACE_CLASS = 27;

/** Finds many words at once, whatever their case, at one table look-up per character. */
export interface KeywordAutomaton {
  /** The class of each ASCII code; every other code has class 0. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** The state after `state * classCount + class`. */
  readonly next: Uint16Array;
  /** The marks of the words that end in a state. */
  readonly marks: Uint8Array;
}

/**
 * `words` are lower-case letters and spaces, each with the bits that its occurrence sets; a dot stands for any other
 * character but a digit.
 */
export function createKeywordAutomaton(words: readonly (readonly [string, number])[]): KeywordAutomaton {
  const classes = characterClasses();
  const children: number[][] = [newState()];
  const marks: number[] = [0];
  for (const [word, mark] of words) {
    let state = 0;
    for (const character of word) {
      const symbol = classes[character.charCodeAt(0)] ?? 0;
      const row = children[state] ?? newState();
      if (row[symbol] === -1) {
        row[symbol] = children.length;
        children.push(newState());
        marks.push(0);
      }
      state = row[symbol] ?? 0;
    }
    marks[state] = (marks[state] ?? 0) | mark;
  }
  return {
    classes,
    classCount: CLASSES,
    next: completeTable(children, marks),
    marks: Uint8Array.from(marks),
  };
}

const newState = (): number[] => Array.from({ length: CLASSES }, () => -1);

function characterClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  for (let letter = 0; letter < LETTERS; letter += 1) {
    classes[65 + letter] = letter + 1;
    classes[97 + letter] = letter + 1;
  }
  classes[32] = SPACE_CLASS;
  return classes;
}

/** Fills in where a mismatch leads (Aho–Corasick), breadth first, and hands marks on along these links. */
function completeTable(children: readonly number[][], marks: number[]): Uint16Array {
  const next = new Uint16Array(children.length * CLASSES);
  const fallback = new Uint16Array(children.length);
  const queue: number[] = [0];
  for (let index = 0; index < queue.length; index += 1) {
    const state = queue[index] ?? 0;
    marks[state] = (marks[state] ?? 0) | (marks[fallback[state] ?? 0] ?? 0);
    for (let symbol = 0; symbol < CLASSES; symbol += 1) {
      const child = children[state]?.[symbol] ?? -1;
      const other = state === 0 ? 0 : (next[(fallback[state] ?? 0) * CLASSES + symbol] ?? 0);
      next[state * CLASSES + symbol] = child === -1 ? other : child;
      if (child === -1) continue;
      fallback[child] = other;
      queue.push(child);
    }
  }
  return next;
}
