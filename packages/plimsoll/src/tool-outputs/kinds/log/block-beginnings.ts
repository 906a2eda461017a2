import { PieceCollector } from "../../evidence/piece-collector.js";
import type { Piece } from "../../evidence/piece.js";
import { isSource } from "./failure-blocks.js";
import { lessForRepeats } from "./less-for-repeats.js";
import { LineShapes } from "./line-shapes.js";
import { mayBeMessage } from "./may-be-message.js";
import { scanLine } from "./scan-line.js";

const MOST_LINES = 10;
/** The first lines of all blocks come before the second lines of any. */
const FIRST_VALUE = 60;
const STEP = 3;
const MOST_SHOWN = 400;
const MARGIN = /^[#│|] +/;
/** The heading of a block about a test that was not run. */
const NOT_RUN = /^\d+\) (?:skipped|pending|ignored|todo|omission|notification|incomplete|risky)\b/i;

/** The first lines below each name of a failing test, for the room that names and errors leave: whatever is wrong stands there. */
export class BlockBeginnings {
  readonly #collector = new PieceCollector(MOST_SHOWN);
  readonly #shapes = new LineShapes(MOST_SHOWN * MOST_LINES);
  #read = MOST_LINES;

  /** A failing test is named. */
  open(): void {
    this.#read = 0;
  }

  /** A line (trimmed) below the name. */
  read(order: number, text: string): void {
    if (this.#read >= MOST_LINES) return;
    if (NOT_RUN.test(text)) return this.close();
    const said = text.replace(MARGIN, "");
    if (!mayBeMessage(said) || isSource(said)) return;
    const { hash } = scanLine(text, 0, text.length);
    const value = lessForRepeats(FIRST_VALUE - this.#read * STEP, this.#shapes.add(hash));
    this.#collector.add({ order, text, value, lines: 1 });
    this.#read += 1;
  }

  /** Something else begins. */
  close(): void {
    this.#read = MOST_LINES;
  }

  pieces(): readonly Piece[] {
    return this.#collector.pieces();
  }
}
