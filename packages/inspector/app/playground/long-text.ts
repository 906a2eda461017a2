const SHIPS = ["Petrel", "Halcyon", "Northern Light", "Albatross", "Marigold", "Sea Otter"];
const CARGO = ["timber", "copper wire", "oranges", "machine parts", "wool", "grain"];
const LINES = 60;

/** A page of a harbour's book: long, all different, and always the same for the same number. */
export function longText(page: number): string {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const at = page * LINES + line;
    const hour = String(at % 24).padStart(2, "0");
    const ship = SHIPS[(at * 7) % SHIPS.length];
    const cargo = CARGO[(at * 5) % CARGO.length];
    return `${hour}:${String((at * 13) % 60).padStart(2, "0")} berth ${(at * 3) % 41}: ${ship} lands ${120 + ((at * 37) % 900)} tons of ${cargo}, pilot ${100 + ((at * 11) % 90)}, order H-${4000 + at}.`;
  });
  return `Page ${page + 1} of the harbour book. Remember that berth 7 stays free for the lifeboat.\n${lines.join("\n")}`;
}
