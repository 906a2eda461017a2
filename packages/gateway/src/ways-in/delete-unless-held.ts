import { CompactError } from "plimsoll";
import { ApiError } from "../http/api-error.js";

/** Deletes what a client asked to delete. @throws ApiError 409 if a legal hold keeps it; who set it is for operators alone. */
export async function deleteUnlessHeld(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code !== "LEGAL_HOLD") throw error;
    throw new ApiError(409, "A legal hold keeps it, so it cannot be deleted. Ask who operates the gateway.", {
      code: "legal_hold",
    });
  }
}
