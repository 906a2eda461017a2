import { createContext, useContext } from "react";
import { CHINESE } from "./chinese.ts";
import { ENGLISH, type WordName } from "./english.ts";

export type Language = "en" | "zh";

const WORDS: Readonly<Record<Language, Readonly<Record<WordName, string>>>> = { en: ENGLISH, zh: CHINESE };

/** Texts, numbers and times in the language of the page. */
export interface Words {
  readonly language: Language;
  say(name: WordName, values?: Readonly<Record<string, string | number>>): string;
  /** A name that is made of two parts; the second part itself if there is no such text. */
  named(prefix: string, name: string): string;
  number(value: number): string;
  /** 12.3K */
  short(value: number): string;
  percent(value: number | null): string;
  dollars(value: number | null): string;
  time(iso: string): string;
}

export function wordsIn(language: Language): Words {
  const locale = language === "zh" ? "zh-CN" : "en-US";
  const words = WORDS[language];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const day = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  const times = new Intl.DateTimeFormat(locale, day);
  const oldTimes = new Intl.DateTimeFormat(locale, { ...day, year: "numeric" });
  const shownTime = (date: Date): string =>
    (date.getFullYear() === new Date().getFullYear() ? times : oldTimes).format(date);
  const say: Words["say"] = (name, values = {}) =>
    words[name].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
  return {
    language,
    say,
    named: (prefix, name) => (`${prefix}_${name}` in words ? words[`${prefix}_${name}` as WordName] : name),
    number: (value) => plain.format(value),
    short: (value) => compact.format(value),
    percent: (value) => (value === null ? "–" : share.format(value)),
    dollars: (value) => (value === null ? "–" : `$${value.toFixed(value < 0.1 ? 4 : 2)}`),
    time: (iso) => (iso === "" || Number.isNaN(Date.parse(iso)) ? "–" : shownTime(new Date(iso))),
  };
}

export const WordsContext = createContext<Words>(wordsIn("en"));

export const useWords = (): Words => useContext(WordsContext);

/** What was chosen before; otherwise what the browser asks for. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem("plimsoll.language");
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}
