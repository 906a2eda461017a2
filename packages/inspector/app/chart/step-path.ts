/** A column: from left to right, from a lower to an upper edge. */
export interface Step {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

const at = (value: number): string => value.toFixed(1);

/** The outline of neighbouring columns, as one shape. */
export function stepArea(steps: readonly Step[]): string {
  const [first] = steps;
  if (!first) return "";
  const upper = steps.map(({ right, high }) => `V${at(high)}H${at(right)}`).join("");
  const lower = steps
    .toReversed()
    .map(({ left, low }) => `V${at(low)}H${at(left)}`)
    .join("");
  return `M${at(first.left)},${at(first.low)}${upper}${lower}Z`;
}

/** The upper edge of columns, as one line. */
export function stepLine(steps: readonly Step[]): string {
  const [first] = steps;
  if (!first) return "";
  return `M${at(first.left)},${at(first.high)}${steps.map(({ right, high }) => `V${at(high)}H${at(right)}`).join("")}`;
}
