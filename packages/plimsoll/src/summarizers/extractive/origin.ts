/** Where quoted lines come from: the heading above them says it. Lines of one file share an origin, whoever showed them. */
export interface Origin {
  readonly kind: "file" | "command" | "tool";
  /** The last two parts of a path, the beginning of a command, a tool and what it was asked for. */
  readonly heading: string;
  /** The same in full, as far as a heading may go. */
  readonly full: string;
}
