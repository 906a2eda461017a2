import type { EvidenceKind } from "../evidence-kind.js";
import { LogReader } from "./log-reader.js";

/** The output of any program: a log of a build, a listing, whatever no other kind takes. */
export const commandKind: EvidenceKind = {
  recognises: () => true,
  extract: (source) => new LogReader(source).read(),
};
