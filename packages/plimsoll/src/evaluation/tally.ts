/** How many of how many. */
export interface Tally {
  readonly kept: number;
  readonly all: number;
}

export function addTally(one: Tally, other: Tally): Tally {
  return { kept: one.kept + other.kept, all: one.all + other.all };
}
