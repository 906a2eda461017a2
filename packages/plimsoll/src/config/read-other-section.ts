import { defaultRedactor } from "../redaction/default-redactor.js";
import type { Problem } from "../validation/problem.js";
import { readShape } from "../validation/read-shape.js";
import type { ObjectShape } from "../validation/shape.js";
import type { SettingProblem } from "./setting-problem.js";

/** What a section says, and what is wrong with it. */
export interface OtherSection {
  /** Under the keys of the file, without what is wrong. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: SettingProblem[];
}

/** Reads a section that another package keeps in the file: `raw` is what `loadSettings` gave for it. */
export function readOtherSection(raw: unknown, name: string, shape: ObjectShape): OtherSection {
  const found: Problem[] = [];
  const values = readShape(shape, raw ?? {}, { path: name, problems: found });
  const problems = found.map(({ path, text, because }) => ({
    path,
    message: defaultRedactor().text(because === undefined ? text : `${text}: ${because}`),
  }));
  return { values: (values ?? {}) as Record<string, unknown>, problems };
}
