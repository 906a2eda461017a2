import { CompactError } from "../../errors/compact-error.js";

/** Whether something was deleted; false if a legal hold keeps it. */
export async function unlessHeld(deletion: Promise<boolean>): Promise<boolean> {
  try {
    return await deletion;
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === "LEGAL_HOLD") return false;
    throw error;
  }
}
