import { speaksAsUser } from "../../conversation/speaks-as-user.js";
import type { Format } from "../../formats/format.js";

/** Where the first list of a conversation ended, if it held turns that this process did not see. */
interface Beginning {
  /** The place of the user's last message. */
  readonly lastUser: number;
}

/**
 * Knows whether this process has seen more than one turn of a conversation that it did not begin. One that lives for a single
 * turn would prepare a compaction after every answer, and take none of them with it.
 */
export class SeenTurns<W extends object> {
  #beginning: Beginning | "seen" | undefined;

  /** Takes in the list of a request; true if a further turn can be expected to come here. */
  follow(items: readonly W[], formatOf: () => Format<W>): boolean {
    if (this.#beginning === "seen") return true;
    const format = formatOf();
    const lastUser = items.findLastIndex((item) => speaksAsUser(format.view(item)));
    const isFurther = this.#beginning
      ? lastUser !== this.#beginning.lastUser
      : !items.slice(0, Math.max(0, lastUser)).some((item) => format.view(item).role === "assistant");
    this.#beginning = isFurther ? "seen" : (this.#beginning ?? { lastUser });
    return isFurther;
  }
}
