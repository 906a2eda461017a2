import type { BackgroundCompaction } from "./background-compaction.js";
import type { ClearFit } from "./clear-fit.js";
import type { LaterTask } from "./later-work.js";
import type { SeenTurns } from "./seen-turns.js";

/** What an integration remembers about one conversation between two requests. */
export interface Conversation<W extends object> {
  readonly sessionId: string;
  /** The list of the last request, as the framework gave it. */
  given: readonly W[];
  /** The list that was sent for it. */
  sent: readonly W[];
  /** The usage that the provider reported for the last request, until the next request uses it. */
  usage: unknown;
  readonly background: BackgroundCompaction<W>;
  readonly fit: ClearFit<W>;
  readonly turns: SeenTurns<W>;
  /** What the requests before it left to be done, oldest first. */
  left: readonly LaterTask[];
}
