/** Where an element stands: in what the page is for, at its edges, or anywhere. */
export type ElementPlace = "main" | "edge" | "page";

interface ToValue {
  readonly role: string;
  readonly name: string;
  readonly place: ElementPlace;
  /** Stands in the flow of a text. */
  readonly isInline: boolean;
}

/** How many elements came before it. */
interface Before {
  /** Of its role, in its place. */
  readonly alike: number;
  /** Of its role and name. */
  readonly same: number;
}

const rolesOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** What interrupts the reader. */
const NOTICES = rolesOf("alert alertdialog dialog status tooltip log");
const INPUTS = rolesOf("textbox searchbox combobox spinbutton slider");
const CHOICES = rolesOf(`button checkbox radio switch tab option treeitem listbox
  menuitem menuitemcheckbox menuitemradio`);
/** They say something of their own, in their words or those of their children. */
const PROSE = rolesOf(`heading paragraph link term definition caption alert status blockquote
  text statictext cell gridcell columnheader rowheader note time code`);
const EDGE_PENALTY = 28;
const INLINE_PENALTY = 8;
const REPEAT_PENALTY = 20;
const REPEATS_WITHOUT_PENALTY = 1;
/** From so many characters on, words are a statement rather than a label. */
const STATEMENT_CHARACTERS = 60;
const NEXT_TO_NOTHING = 1;

export const isControl = (role: string): boolean => INPUTS.has(role) || CHOICES.has(role);

export const isProse = (role: string): boolean => PROSE.has(role) || CHOICES.has(role);

/** How much an element of a page tells; 0 for one that tells nothing. */
export function elementValue({ role, name, place, isInline }: ToValue, { alike, same }: Before): number {
  const value = roleValue(role, name, alike);
  if (value <= NEXT_TO_NOTHING) return value;
  const excess = Math.min(4, Math.max(0, same - REPEATS_WITHOUT_PENALTY));
  const penalties =
    (place === "edge" ? EDGE_PENALTY : 0) + (isInline ? INLINE_PENALTY : 0) + excess * REPEAT_PENALTY;
  return Math.max(NEXT_TO_NOTHING, value - penalties);
}

function roleValue(role: string, name: string, alike: number): number {
  if (INPUTS.has(role)) return 86;
  if (name === "") return 0;
  if (!/[\p{L}\p{N}]/u.test(name)) return NEXT_TO_NOTHING;
  if (role === "rootwebarea") return 92;
  if (NOTICES.has(role)) return 91;
  if (role === "heading") return 84;
  if (CHOICES.has(role)) return 80 - Math.min(16, alike / 2);
  // Of many the first ones tell what the others are like.
  if (role === "row") return 66 - Math.min(20, alike / 2);
  if (role === "link") return 66 - Math.min(26, alike / 2);
  const statement = name.length >= STATEMENT_CHARACTERS ? 8 : 0;
  return (PROSE.has(role) || role === "generic" ? 66 : 34) + statement - Math.min(28, alike);
}
