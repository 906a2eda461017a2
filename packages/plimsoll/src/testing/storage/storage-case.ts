import type { ArtifactInput, ArtifactScope } from "../../stores/artifacts/artifact.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import type { ContractCase } from "../contract-case.js";

/**
 * How a case gets stores: `create` returns an empty one; `reopen`, for persistent stores, opens the last created
 * one again.
 */
export interface StorageSubject {
  create(): Promise<StorageAdapter>;
  readonly reopen?: () => Promise<StorageAdapter>;
  /** The stores show the tenant "t" alone; cases with several tenants have nothing to say about them. */
  readonly showsOneTenant?: boolean;
}

export type StorageCase = ContractCase<StorageSubject>;

export function onStore(name: string, check: (store: StorageAdapter) => Promise<void>): StorageCase {
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

/** A case with several tenants. */
export function onTenants(name: string, check: (store: StorageAdapter) => Promise<void>): StorageCase {
  const { run } = onStore(name, check);
  return { name, run: (subject) => (subject.showsOneTenant === true ? undefined : run(subject)) };
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

/** Stores the texts one minute after the other and returns their ids. */
export async function putAll(
  store: StorageAdapter,
  texts: readonly string[],
  where: ArtifactScope = scope(),
): Promise<string[]> {
  const stored = await store.putArtifacts(
    where,
    texts.map((text, minute) => payload(text, { minute })),
  );
  return stored.map(({ id }) => id);
}

export async function textsOf(
  store: StorageAdapter,
  ids: readonly string[],
  where: ArtifactScope = scope(),
): Promise<(string | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await store.getArtifact(where, id))?.text));
}

export function idsOf(found: readonly { readonly id: string }[]): string[] {
  return found.map(({ id }) => id);
}

export function refused(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "INVALID_INPUT";
}
