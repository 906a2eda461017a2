import type { Checkpoint, SectionEntry, SectionName, Sections } from "./checkpoint.js";

/** The entries of a section, typed by its name. */
export function sectionEntries<S extends SectionName>(
  checkpoint: Checkpoint,
  section: S,
): readonly SectionEntry<S>[] {
  const sections: Sections = checkpoint;
  return sections[section];
}
