import { useEffect, useState } from "react";

export const FILTERS = [
  ["all", "filterAll"],
  ["compacted", "filterCompacted"],
  ["warned", "filterWarned"],
  ["live", "filterLive"],
] as const;

export type Filter = (typeof FILTERS)[number][0];

/** What is searched for, and the page of it that is shown. */
interface SessionSearch {
  readonly text: string;
  readonly filter: Filter;
  readonly offset: number;
}

const ROUTE = "#/sessions";

function searchInAddress(): SessionSearch {
  const given = new URLSearchParams(location.hash.split("?")[1] ?? "");
  const offset = Number(given.get("offset"));
  return {
    text: given.get("text") ?? "",
    filter: FILTERS.find(([name]) => name === given.get("filter"))?.[0] ?? "all",
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** The address of a search; what nobody chose is not in it. */
function addressOf({ text, filter, offset }: SessionSearch): string {
  const given = new URLSearchParams({
    ...(text === "" ? {} : { text: text.toWellFormed() }),
    ...(filter === "all" ? {} : { filter }),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  });
  return given.size === 0 ? ROUTE : `${ROUTE}?${given}`;
}

/** The search of the address: it can be kept as a link, and is there again after a look at a session. */
export function useSessionSearch() {
  const [search, setSearch] = useState(searchInAddress);
  useEffect(() => {
    const read = (): void => setSearch(searchInAddress());
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  /** Another search begins at its first page. */
  const change = (part: Partial<SessionSearch>): void => {
    const next = { ...search, offset: 0, ...part };
    history.replaceState(history.state, "", addressOf(next));
    setSearch(next);
  };
  return { ...search, change };
}
