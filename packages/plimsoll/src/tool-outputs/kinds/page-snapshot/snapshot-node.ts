/** One element of a page in a snapshot of its accessibility tree. */
export interface SnapshotNode {
  /** How far the line is indented. */
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  /** What the snapshot says of its state, and the mark by which a tool can point at it. */
  readonly attributes: string;
  /** What the element says beside its name. */
  readonly text: string;
  readonly hasMark: boolean;
  /** The name goes on in the next line. */
  readonly isOpen: boolean;
}

const ROLES: ReadonlySet<string> = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading iframe image img insertion labeltext layouttable link list listbox listitem listmarker log main marquee math
  menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar
  radio radiogroup region rootwebarea row rowgroup rowheader scrollbar search searchbox section separator slider spinbutton
  statictext status strong subscript superscript switch tab table tablist tabpanel term text textbox time timer toolbar
  tooltip tree treegrid treeitem video webarea`.split(/\s+/),
);
/** Longer names and texts are cut before they are read. */
const LINE_CHARACTERS = 1_000;
const ATTRIBUTE_CHARACTERS = 160;
const OPENING = /^(\s*)(?:- )?'?(?:uid=(\S{1,24}) |\[(\w{1,12})\] ?)?(?:([A-Za-z]{1,30})(?=[\s:']|$)|(?="))/;
const NAME = /^ ?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/;
const OPEN_NAME = /^ ?"([^"]*)$/;
/** What changes nothing for who reads it. */
const POINTER = / ?\[cursor=pointer\]/g;

/** The element that a line of a snapshot shows; undefined for any other line. */
export function readSnapshotNode(whole: string): SnapshotNode | undefined {
  const line = whole.slice(0, LINE_CHARACTERS).trimEnd();
  const opening = OPENING.exec(line);
  if (opening === null) return undefined;
  const [start, indent = "", uid, index, word] = opening;
  const mark = markOf(uid, index);
  // Some tools write the words of a page with a mark and without a role.
  const role = word?.toLowerCase() ?? (mark === "" ? "" : "text");
  if (!ROLES.has(role)) return undefined;
  const rest = line.slice(start.length);
  const open = OPEN_NAME.exec(rest);
  const name = open ?? NAME.exec(rest);
  const { attributes, text } = readRest(rest.slice(name?.[0].length ?? 0));
  return {
    depth: indent.length,
    role,
    name: nameIn(name),
    attributes: [mark, attributes].filter((part) => part !== "").join(" "),
    text,
    hasMark: mark !== "" || /\[ref=\w/.test(attributes),
    isOpen: open !== null,
  };
}

const nameIn = (found: RegExpExecArray | null): string =>
  (found?.[1] ?? found?.[2] ?? "").replace(/\\(.)/g, "$1").trim();

function markOf(uid: string | undefined, index: string | undefined): string {
  if (uid !== undefined) return `uid=${uid}`;
  return index === undefined ? "" : `[${index}]`;
}

/** What stands behind the name: ` [level=1] [ref=e5]: text`, or ` url="…" focusable`. */
function readRest(rest: string): Pick<SnapshotNode, "attributes" | "text"> {
  const marks = /^(?: \[[^\]]{0,200}\])*/.exec(rest)?.[0] ?? "";
  const behind = rest.slice(marks.length).replace(/^'/, "");
  const says = /^:(?: (.*))?$/.exec(behind);
  const other = says === null ? behind.replace(/^[,:]/, "").trim() : "";
  const attributes = `${marks} ${other}`.replace(POINTER, "").trim().slice(0, ATTRIBUTE_CHARACTERS);
  return { attributes, text: unquoted(says?.[1] ?? "") };
}

const unquoted = (text: string): string => /^"(.*)"$/.exec(text)?.[1] ?? text;
