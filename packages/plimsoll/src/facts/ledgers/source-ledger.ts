import type { SourceFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 200;
const MAX_URLS_PER_TEXT = 50;
const URL_TEXT = /\bhttps?:\/\/[^\s<>"'`\\{}|^[\]，。；（）]{3,500}/g;
const TITLE = /(?:^|\n)(?:#\s{1,4}|title:\s{0,4}|<title>)([^\n<]{3,200})/i;
const LOCAL = /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[?::1)/;

/**
 * The addresses that calls requested and that the user gave. Links inside results become sources only then.
 */
export class SourceLedger {
  readonly table: LedgerTable<SourceFields>;

  constructor(rows: readonly LedgerRow<SourceFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: () => false }, rows);
  }

  observe(observation: Observation): void {
    const { item, position } = observation;
    if (observation.kind === "user") {
      for (const url of urlsIn(observation.text)) this.#put(url, "", { item, position, by: "user" });
    } else if (observation.kind === "result" && observation.call !== undefined && !observation.isError) {
      const urls = observation.call.fields.flatMap(({ value }) =>
        value.includes("://") ? urlsIn(value) : [],
      );
      const title =
        urls.length === 1 ? (TITLE.exec(observation.text.slice(0, 2_000))?.[1]?.trim() ?? "") : "";
      for (const url of urls.slice(0, MAX_URLS_PER_TEXT))
        this.#put(url, title, { item, position, by: "tool", isCall: true });
    }
  }

  #put(url: string, title: string, sighting: Parameters<LedgerTable<SourceFields>["put"]>[2]): void {
    if (LOCAL.test(url)) return;
    this.table.put(url, { url, title: title || (this.table.get(url)?.fields.title ?? "") }, sighting);
  }
}

function urlsIn(text: string): string[] {
  const urls = new Set<string>();
  for (const [url] of text.slice(0, 40_000).matchAll(URL_TEXT)) {
    if (urls.size >= MAX_URLS_PER_TEXT) break;
    urls.add(url.replace(/[.,;:!?)]+$/, ""));
  }
  return [...urls];
}
