/** One result of a search: where it is, what it is called, and what it says. */
export interface WebResult {
  readonly title: string;
  /** Its address, or the file that it stands for. */
  readonly address: string;
  /** Texts of the page, each as it was given. */
  readonly passages: readonly string[];
  /** What else is known, such as its date: `key=value`. */
  readonly notes: readonly string[];
}

/** Results, and what the answer says beside them. */
export interface WebResults {
  readonly results: readonly WebResult[];
  /** Each with its name in front, if it has one; the most telling first. */
  readonly others: readonly string[];
}

export const WEB_ADDRESS: RegExp = /^(?:https?|ftp):\/\/[^\s<>"]+$/i;

/** The number of sites that the results are of. */
export function siteCount(results: readonly WebResult[]): number {
  const site = ({ address }: WebResult): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(address)?.[1] ?? "";
  return new Set(results.map(site).filter((name) => name !== "")).size;
}
