/** Who said it. `model` is a summarizer's claim that no item states word for word. */
export type Speaker = "user" | "assistant" | "tool" | "model";

export const SPEAKERS: readonly Speaker[] = ["user", "assistant", "tool", "model"];

/** Where an entry comes from: the archive ids of the items that say it (the first and the newest), and who spoke. */
export interface Provenance {
  readonly items: readonly string[];
  readonly by: Speaker;
}

export type EntryStatus = "current" | "superseded";

/** The common fields of every entry. */
export interface EntryBase {
  /** Derived from section and content: the same fact has the same id in every version and every process. */
  readonly id: string;
  readonly provenance: Provenance;
  readonly status: EntryStatus;
  /** The id of the entry that replaced this one, if any. */
  readonly supersededBy?: string;
}

export type ConstraintKind = "rule" | "limit" | "requirement" | "acceptance" | "preference";

/** A sentence that binds the work, word for word. */
export interface ConstraintFields {
  readonly text: string;
  readonly kind: ConstraintKind;
}

/** The user's words, verbatim; very long texts lack their middle, and say so. */
export interface RequestFields {
  readonly text: string;
}

/** The assistant's own words about what it does, found or decided, verbatim as far as they go. */
export interface StatementFields {
  readonly text: string;
  /** If it ends with a question, or is long: what the user said next, on one line; otherwise empty. */
  readonly answer: string;
}

export type StepState = "pending" | "active" | "done";

export interface StepFields {
  readonly text: string;
  readonly state: StepState;
  /** Ids of the items that show it: the newest successful results before the step was called done. */
  readonly evidence: readonly string[];
}

export interface DecisionFields {
  readonly text: string;
  /** The part of the sentence that gives the reason; empty if there is none. */
  readonly reason: string;
}

export type FileAction = "read" | "created" | "changed" | "deleted" | "moved";

export interface FileFields {
  readonly path: string;
  /** The last action on it; reading does not replace an earlier change. */
  readonly action: FileAction;
  /** Everything that happened to it, in order of the first time. */
  readonly actions: readonly FileAction[];
  /** Where it went; empty unless it was moved. */
  readonly movedTo: string;
  /** How often it was created, changed, deleted or moved. */
  readonly changes: number;
}

export type CommandOutcome = "ok" | "failed" | "running" | "unknown";

export interface CommandFields {
  readonly command: string;
  readonly outcome: CommandOutcome;
  /** `null` if it is unknown. */
  readonly exitCode: number | null;
  readonly failingTests: readonly string[];
  /** How often it ended this way. */
  readonly runs: number;
}

export interface IdentifierFields {
  readonly value: string;
  /** The words that stood with it: a key, a label, the name of its record. */
  readonly meaning: string;
}

export interface ErrorFields {
  readonly text: string;
  /** The command, file or tool that failed. */
  readonly subject: string;
  readonly state: "open" | "resolved";
  /** The item that shows the success; empty while open. */
  readonly resolvedBy: string;
  /** What that item says of the success, such as "3 passed"; empty if nothing short. */
  readonly resolution: string;
}

export interface RiskFields {
  readonly text: string;
  readonly kind: "risk" | "blocker";
}

export type HandleKind = "process" | "agent" | "approval" | "tab";

export interface HandleFields {
  readonly kind: HandleKind;
  /** Its address: a process id, a session, the id of an agent or tab. */
  readonly handle: string;
  readonly text: string;
  readonly state: "open" | "closed";
}

export interface SourceFields {
  /** A URL, or the name of a document. */
  readonly url: string;
  readonly title: string;
}

export type FactState = "stands" | "open" | "closed";

/** What was last said or shown of a subject. */
export interface FactFields {
  readonly subject: string;
  readonly value: string;
  /** The values that it replaced, newest first, at most three. */
  readonly before: readonly string[];
  /** `open`: somebody still has to do something about it. `closed`: that is settled. */
  readonly state: FactState;
}

/** The fields of the entries of every section. */
export interface SectionFields {
  readonly constraints: ConstraintFields;
  readonly requests: RequestFields;
  readonly plan: StepFields;
  readonly statements: StatementFields;
  readonly decisions: DecisionFields;
  readonly files: FileFields;
  readonly commands: CommandFields;
  readonly identifiers: IdentifierFields;
  readonly errors: ErrorFields;
  readonly risks: RiskFields;
  readonly handles: HandleFields;
  readonly sources: SourceFields;
  readonly facts: FactFields;
}

export type SectionName = keyof SectionFields;

/** The sections in order of importance. */
export const SECTION_NAMES: readonly SectionName[] = [
  "constraints",
  "plan",
  "statements",
  "handles",
  "errors",
  "risks",
  "decisions",
  "facts",
  "files",
  "identifiers",
  "commands",
  "requests",
  "sources",
];

export type SectionEntry<S extends SectionName> = EntryBase & SectionFields[S];

export type Sections = { readonly [S in SectionName]: readonly SectionEntry<S>[] };

/** The goal of the work, and the constraints that say when it is reached. */
export interface Objective extends EntryBase {
  readonly text: string;
  /** Ids of the constraints that are acceptance criteria. */
  readonly acceptance: readonly string[];
}

/** The current work. */
export interface WorkItem extends EntryBase {
  readonly text: string;
}

/**
 * The typed, readable state of a session that a summary is rendered from, independent of any provider. Plain JSON:
 * `JSON.stringify` exports it, `parseCheckpoint` reads it back.
 */
export interface Checkpoint extends Sections {
  readonly schemaVersion: 1;
  readonly sessionId: string;
  /** Counts the checkpoints of a session. */
  readonly version: number;
  readonly objective?: Objective;
  readonly activeWork?: WorkItem;
}
