import type { ItemView } from "../conversation/item-view.js";
import type { SectionFields, SectionName } from "../facts/checkpoint/checkpoint.js";
import type { LedgerRow } from "../facts/ledgers/ledger-table.js";
import { createLedger, observeItems, type SessionLedger } from "../facts/ledgers/session-ledger.js";

/** What the ledgers know of a session after its last item. */
export interface SessionFact {
  /** The words that must be readable. */
  readonly text: string;
  /** The position of the newest item that speaks of it. */
  readonly last: number;
  readonly state: "stands" | "open" | "closed";
}

type Row<S extends SectionName> = LedgerRow<SectionFields[S]>;
type Reader<S extends SectionName> = (fields: SectionFields[S]) => Pick<SessionFact, "text" | "state">;

/** A request of a whole page is recognised by its beginning. */
const MAX_CHARACTERS = 400;

const stands = (text: string): Pick<SessionFact, "text" | "state"> => ({ text, state: "stands" });

/** The sections whose entries somebody who goes on has to know, and what of an entry must be readable. */
const READERS: { readonly [S in SectionName]?: Reader<S> } = {
  constraints: ({ text }) => stands(text),
  decisions: ({ text }) => stands(text),
  plan: ({ text, state }) => ({ text, state: state === "done" ? "closed" : "open" }),
  errors: ({ text, state }) => ({ text, state: state === "open" ? "open" : "closed" }),
  handles: ({ handle, text, state }) => ({ text: `${handle} ${text}`, state }),
  risks: ({ text }) => ({ text, state: "open" }),
  files: ({ path }) => stands(path.split(/[/\\]/).slice(-2).join("/")),
  facts: ({ subject, value, state }) => ({ text: `${subject} ${value}`, state }),
};

/** The facts of a session, by ledgers that see all of it. */
export function sessionFacts(views: readonly ItemView[]): SessionFact[] {
  const items = views.map((view, position) => ({ id: String(position), view }));
  const ledger = observeItems(createLedger(), items);
  const sections = Object.keys(READERS) as (keyof typeof READERS)[];
  return sections.flatMap((section) => factsOf(ledger, section));
}

function factsOf<S extends SectionName>(ledger: SessionLedger, section: S): SessionFact[] {
  const read = READERS[section] as Reader<S> | undefined;
  if (read === undefined) return [];
  const rows: readonly Row<S>[] = ledger.table(section).copies();
  return rows.filter(isNeeded).map((row) => {
    const { text, state } = read(row.fields);
    const settled = row.status === "superseded" ? "closed" : state;
    return { text: text.slice(0, MAX_CHARACTERS), last: row.last, state: settled };
  });
}

/** A file that was only read can be read again. */
function isNeeded({ fields }: LedgerRow<SectionFields[SectionName]>): boolean {
  return !("action" in fields) || fields.action !== "read";
}
