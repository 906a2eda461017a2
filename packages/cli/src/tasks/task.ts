import type { SeededRandom } from "plimsoll/testing";

export const FACT_KINDS = ["identifier", "path", "command", "rule", "correction"] as const;
/** What an agent has to know: `correction` is a rule that replaced an earlier one. */
export type FactKind = (typeof FACT_KINDS)[number];

/** A value that an action needs, and how a careful reader would find it. */
export interface Need {
  readonly argument: string;
  readonly kind: FactKind;
  readonly expected: string;
  /** What the agent searches for when it cannot see the value. */
  readonly query: string;
  /** The value as the text shows it; undefined if the reader would have to guess. */
  find(text: string): string | undefined;
}

/** An action of the agent that is right only with the right values. */
export interface Decision {
  readonly tool: string;
  readonly needs: readonly Need[];
}

/** One thing that happens. Only a decision depends on what the agent sees. */
export type TaskEvent =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "say"; readonly text: string }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly output: string;
    }
  | { readonly kind: "decide"; readonly decision: Decision };

/** A long piece of work, made again for every seed. */
export interface Task {
  readonly name: string;
  /** The events; `noise` is how many steps of other work stand between what is learned and what is decided. */
  script(random: SeededRandom, noise: number): TaskEvent[];
}
