/** JSON on one line for every reader: `JSON.stringify` leaves line separators that some readers split at. */
export const oneLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
