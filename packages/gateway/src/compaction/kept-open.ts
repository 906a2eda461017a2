import type { StorageAdapter } from "plimsoll";

const stayOpen = (): Promise<void> => Promise.resolve();

/** A store that its users cannot close, because others still write to it: who opened it closes it. */
export function keptOpen(storage: StorageAdapter): StorageAdapter {
  return new Proxy(storage, {
    get(target, name) {
      if (name === "close") return stayOpen;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
