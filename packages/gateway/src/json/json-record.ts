/** A JSON object: neither null nor an array. */
export type JsonRecord = Readonly<Record<string, unknown>>;
