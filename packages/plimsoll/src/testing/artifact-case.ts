import type { ArtifactInput, ArtifactScope, ArtifactStore } from "../stores/artifact-store.js";
import type { ContractCase } from "./contract-case.js";

/** How a case gets stores: `create` an empty one; `reopen` what the last created one holds, if it lasts. */
export interface ArtifactSubject {
  create(): Promise<ArtifactStore>;
  readonly reopen?: () => Promise<ArtifactStore>;
}

export type ArtifactCase = ContractCase<ArtifactSubject>;

export function onStore(name: string, check: (store: ArtifactStore) => Promise<void>): ArtifactCase {
  return {
    name,
    async run(subject) {
      const store = await subject.create();
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  };
}

export function scope(sessionId = "s", tenant = "t"): ArtifactScope {
  return { tenant, sessionId };
}

export function minuteTs(minute: number): string {
  return `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
}

export function payload(
  text: string,
  more: Partial<ArtifactInput> & { minute?: number } = {},
): ArtifactInput {
  const { minute = 0, ...fields } = more;
  return { text, kind: "log", label: `of ${text.slice(0, 20)}`, ts: minuteTs(minute), ...fields };
}

/** Stores the texts one minute after the other and gives their ids. */
export async function putAll(
  store: ArtifactStore,
  texts: readonly string[],
  where: ArtifactScope = scope(),
): Promise<string[]> {
  const stored = await store.put(
    where,
    texts.map((text, minute) => payload(text, { minute })),
  );
  return stored.map(({ id }) => id);
}

export async function textsOf(
  store: ArtifactStore,
  ids: readonly string[],
  where: ArtifactScope = scope(),
): Promise<(string | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await store.get(where, id))?.text));
}

export function idsOf(found: readonly { readonly id: string }[]): string[] {
  return found.map(({ id }) => id);
}

export function refused(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "INVALID_INPUT";
}
