import type { Fields, ListShape, NumberShape, Shape, TextShape } from "../../validation/shape.js";
import type { SectionFields, SectionName } from "./checkpoint.js";

const MAX_TEXT_CHARACTERS = 100_000;
const MAX_LIST_LENGTH = 1_000;

/** A text as it is stored. */
export const STORED_TEXT: TextShape = { kind: "text", max: MAX_TEXT_CHARACTERS };

/** A list as it is stored. */
export const storedList = (of: Shape, max: number = MAX_LIST_LENGTH): ListShape => ({
  kind: "list",
  of,
  max,
});

/** The first and only stored version. */
export const STORED_VERSION: NumberShape = {
  kind: "number",
  min: 1,
  max: 1,
  be: "1, the only version this release reads",
};

const EXIT_CODE: Shape = {
  kind: "either",
  of: [{ kind: "number", whole: true }, "null"],
  be: "a whole number or null",
};
const ACTION = ["read", "created", "changed", "deleted", "moved"] as const;

type ShapesOf<F> = { readonly [Name in keyof F]: Shape } & Fields;

/** The shapes of an entry's fields, by section. */
export const SECTION_SHAPES: { readonly [Section in SectionName]: ShapesOf<SectionFields[Section]> } = {
  constraints: {
    text: STORED_TEXT,
    kind: ["rule", "limit", "requirement", "acceptance", "preference"],
  },
  requests: { text: STORED_TEXT },
  plan: { text: STORED_TEXT, state: ["pending", "active", "done"], evidence: storedList(STORED_TEXT) },
  decisions: { text: STORED_TEXT, reason: STORED_TEXT },
  statements: { text: STORED_TEXT, answer: STORED_TEXT },
  facts: {
    subject: STORED_TEXT,
    value: STORED_TEXT,
    before: storedList(STORED_TEXT),
    state: ["stands", "open", "closed"],
  },
  files: {
    path: STORED_TEXT,
    action: ACTION,
    actions: storedList(ACTION),
    movedTo: STORED_TEXT,
    changes: "count",
  },
  commands: {
    command: STORED_TEXT,
    outcome: ["ok", "failed", "running", "unknown"],
    exitCode: EXIT_CODE,
    failingTests: storedList(STORED_TEXT),
    runs: "count",
  },
  identifiers: { value: STORED_TEXT, meaning: STORED_TEXT },
  errors: {
    text: STORED_TEXT,
    subject: STORED_TEXT,
    state: ["open", "resolved"],
    resolvedBy: STORED_TEXT,
    resolution: STORED_TEXT,
  },
  risks: { text: STORED_TEXT, kind: ["risk", "blocker"] },
  handles: {
    kind: ["process", "agent", "approval", "tab"],
    handle: STORED_TEXT,
    text: STORED_TEXT,
    state: ["open", "closed"],
  },
  sources: { url: STORED_TEXT, title: STORED_TEXT },
};
