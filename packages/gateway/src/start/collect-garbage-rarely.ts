import { setFlagsFromString } from "node:v8";

/** The heap may grow to twice of what it held after the last collection. */
export const HEAP_FLAG = "--heap-growing-percent=100";

/**
 * For the program whose process is a gateway. A gateway keeps much, such as the conversations of its clients, and V8 would look through
 * all of that as often as a tenth of it was added: each time, every stream waits for some milliseconds.
 */
export function collectGarbageRarely(): void {
  setFlagsFromString(HEAP_FLAG);
}
