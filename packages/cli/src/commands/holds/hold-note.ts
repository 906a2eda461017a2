import { userInfo } from "node:os";
import type { HoldNote } from "plimsoll/stores";
import type { HoldOptions } from "../../command-options.js";

/** Who, when and why, as far as it is known. */
export function holdNote({ by, reason }: Pick<HoldOptions, "by" | "reason">): HoldNote {
  const who = by ?? userName();
  return {
    ts: new Date().toISOString(),
    ...(who === undefined ? {} : { by: who }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Undefined for a user that the system has no name for. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
