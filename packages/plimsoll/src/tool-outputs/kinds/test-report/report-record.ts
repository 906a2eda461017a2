/** One object of a report in JSON, or one element of a report in XML. */
export interface ReportRecord {
  /** The member that holds it, or the name of the element. */
  readonly key: string;
  /** Its own values by plain names (`plainKey`). */
  readonly fields: ReadonlyMap<string, string>;
  readonly children: readonly ReportRecord[];
}

/** A name of a member without the ways to write it: `error_message`, `errorMessage` and `error-message` are one. */
export const plainKey = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
