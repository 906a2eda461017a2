import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import type { Engine } from "../engine.js";
import { knownReferences } from "../follow/known-references.js";
import type { SessionState } from "../follow/session-state.js";

/**
 * Whether every output behind an item's evidence can be read back. If somebody else made the evidence, or the
 * output is gone, the evidence is all there is.
 */
export async function readableReferences<W extends object>(
  { meter, storage }: Pick<Engine<W>, "meter" | "storage">,
  session: SessionState<W>,
  items: readonly W[],
): Promise<(item: W) => boolean> {
  const referencesOf = (item: W): string[] =>
    meter.view(item).results.flatMap(({ text }) => evidenceReference(text) ?? []);
  const isKnown = knownReferences(session);
  const asked = new Set(items.flatMap(referencesOf).filter((reference) => !isKnown(reference)));
  const scope = { tenant: storage.tenant, sessionId: session.sessionId };
  for (const reference of asked) {
    try {
      const found = reference.startsWith("art_")
        ? await storage.getArtifact(scope, reference)
        : (await storage.find(session.sessionId, [reference]))[0];
      if (found) session.markReadable(reference);
    } catch {
      // A store that fails now keeps the evidence as it is.
    }
  }
  return (item) => referencesOf(item).every(isKnown);
}
