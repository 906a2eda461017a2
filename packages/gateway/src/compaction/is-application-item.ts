import type { JsonRecord } from "../json/json-record.js";

/** Instructions and tools of the application: the client repeats them itself, and they are no part of what was said. */
export const isApplicationItem = ({ role, type }: JsonRecord): boolean =>
  role === "system" || role === "developer" || type === "additional_tools";
