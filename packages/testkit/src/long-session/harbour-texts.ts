import type { SeededRandom } from "plimsoll/testing";

interface TextOptions {
  readonly container: string;
  /** About how long. */
  readonly characters: number;
}

function clock(random: SeededRandom): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`;
}

function linesUpTo(characters: number, line: (index: number) => string): string {
  const lines: string[] = [];
  let length = 0;
  while (length < characters) {
    const next = line(lines.length);
    lines.push(next);
    length += next.length + 1;
  }
  return lines.join("\n");
}

/** The sheet of a voyage. */
function voyage(random: SeededRandom, reference: string): string {
  return [
    "ship: MV Halden",
    `voyage reference: ${reference}`,
    `berth: ${random.integer(1, 30)}`,
    `pilot order: PO-${random.integer(1000, 9999)}`,
    `draught: ${random.integer(80, 120) / 10} m`,
    `crew: ${random.integer(14, 26)}`,
    `last port: ${random.pick(["Gdansk", "Bergen", "Aarhus", "Cork"])}`,
  ].join("\n");
}

/** Sensor readings, one JSON object a line. */
function inspection(random: SeededRandom, { container, characters }: TextOptions): string {
  return linesUpTo(characters, () =>
    JSON.stringify({
      container,
      at: clock(random),
      sensor: random.pick(["door", "floor", "reefer", "vent", "lashing"]),
      value: random.integer(1, 999) / 10,
      state: "normal",
    }),
  );
}

/** A table of goods. */
function manifest(random: SeededRandom, { container, characters }: TextOptions): string {
  const goods = ["bearings", "paint", "tiles", "cable drums", "tyres", "pumps", "paper rolls"];
  const head = `Manifest of ${container}, ${random.integer(4, 23)} tonnes, seal ${random.hexadecimal(8)}`;
  const rows = linesUpTo(
    characters,
    (index) =>
      `${index + 1}  ${random.pick(goods)}  ${random.integer(2, 80)} pieces  lot ${random.hexadecimal(6)}`,
  );
  return `${head}\n${rows}`;
}

/** A log in which nothing happens but once, in its middle. */
function giantLog(random: SeededRandom, characters: number): string {
  const half = (): string =>
    linesUpTo(
      characters / 2,
      () =>
        `${clock(random)} INFO crane-4 move ${random.integer(10_000, 99_999)} ${random.pick(["lift", "lower", "travel", "trolley"])} load ${random.integer(2, 23)}t ok`,
    );
  return `${half()}\n${clock(random)} ERROR crane-4 stopped: spreader jammed, cleared by hand\n${half()}`;
}

/** What the tools of the harbour answer. */
export interface HarbourTexts {
  voyage(reference: string): string;
  inspection(options: TextOptions): string;
  manifest(options: TextOptions): string;
  giantLog(characters: number): string;
}

export function harbourTexts(random: SeededRandom): HarbourTexts {
  return {
    voyage: (reference) => voyage(random, reference),
    inspection: (options) => inspection(random, options),
    manifest: (options) => manifest(random, options),
    giantLog: (characters) => giantLog(random, characters),
  };
}
