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
  const referencesOf = (item: W): { readonly reference: string; readonly callId: string }[] =>
    meter.view(item).results.flatMap(({ callId, text }) => {
      const reference = evidenceReference(text);
      return reference === undefined ? [] : [{ reference, callId }];
    });
  const isKnown = knownReferences(session);
  const unknown = items.flatMap(referencesOf).filter(({ reference, callId }) => !isKnown(reference, callId));
  const asked = new Set(unknown.map(({ reference }) => reference));
  const scope = { tenant: storage.tenant, sessionId: session.sessionId };
  if (asked.size > 0) await readAnswers({ meter, storage }, session);
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
  return (item) => referencesOf(item).every(({ reference, callId }) => isKnown(reference, callId));
}

/** Learns from the archive which calls the archived outputs answer. */
async function readAnswers<W extends object>(
  { meter, storage }: Pick<Engine<W>, "meter" | "storage">,
  session: SessionState<W>,
): Promise<void> {
  try {
    for (const entry of await storage.transcript.read(session.sessionId, ["item"])) {
      for (const { callId } of meter.view(entry.data as W).results)
        for (const id of [entry.id, ...storage.artifactsOf(entry)]) session.markAnswer(id, callId);
    }
  } catch {
    // A store that fails now keeps the evidence as it is.
  }
}
