import { createRedactor } from "plimsoll/redaction";

const redactor = createRedactor();

/** A text of a client that is told to somebody: a name, an id, a message. Secrets of known kinds are struck out. */
export const withoutSecrets = (text: string): string => redactor.text(text);
