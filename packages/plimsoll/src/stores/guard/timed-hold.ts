import type { HeldSession, StorageAdapter } from "../storage-adapter.js";
import type { Patience } from "./patience.js";

/**
 * `exclusively` of a store with a time limit. A session is waited for as long as somebody else works on it, but the store must
 * say in time that it is free or taken, and must let it go in time. A task that was given up does not begin later.
 */
export function timedHold(store: StorageAdapter, patience: Patience): Pick<StorageAdapter, "exclusively"> {
  if (!store.exclusively) return {};
  return {
    async exclusively<T>(sessionId: string, task: (held: HeldSession) => Promise<T>): Promise<T> {
      let isGivenUp = false;
      let hasAnswered: () => void = ignore;
      let ended: Promise<unknown> | undefined;
      const begun = new Promise<{ readonly outcome: Promise<T> }>((resolve, reject) => {
        const begin = async ({ revision }: HeldSession): Promise<void> => {
          hasAnswered();
          if (isGivenUp) return;
          const outcome = task({ revision: () => patience.wait("read", revision) });
          resolve({ outcome });
          await outcome.catch(ignore);
        };
        const lock = (): Promise<void> =>
          new Promise((answered, failed) => {
            hasAnswered = answered;
            ended = store.exclusively?.(sessionId, begin, { onTaken: answered });
            ended?.catch(failed);
            ended?.catch(reject);
          });
        patience.wait("lock a session", lock).catch((error: unknown) => {
          isGivenUp = true;
          reject(error);
        });
      });
      const { outcome } = await begun;
      await outcome.catch(ignore);
      await patience.wait("let a session go", async () => ended).catch(ignore);
      return outcome;
    },
  };
}

function ignore(): void {}
