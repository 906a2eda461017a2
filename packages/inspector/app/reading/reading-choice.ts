import { createContext, useContext } from "react";

/** How what items say is shown: as Markdown and coloured code, or letter by letter. */
export type Reading = "formatted" | "plain";

export interface ReadingChoice {
  readonly reading: Reading;
  choose(reading: Reading): void;
}

const KEY = "plimsoll.reading";

export const firstReading = (): Reading => (localStorage.getItem(KEY) === "plain" ? "plain" : "formatted");

export const keepReading = (reading: Reading): void => localStorage.setItem(KEY, reading);

export const ReadingContext = createContext<ReadingChoice>({ reading: "formatted", choose: () => {} });

export const useReading = (): ReadingChoice => useContext(ReadingContext);
