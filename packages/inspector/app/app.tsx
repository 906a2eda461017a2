import { useEffect, useMemo, useState } from "react";
import { Link, Redirect, Route, Router, Switch, useLocation } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LostConnection } from "./parts/lost-connection.tsx";
import { ItemDialog, type OpenItem, OpenItemContext } from "./parts/item-dialog.tsx";
import { PlaygroundView } from "./playground/playground-view.tsx";
import {
  firstReading,
  keepReading,
  type Reading,
  type ReadingChoice,
  ReadingContext,
} from "./reading/reading-choice.ts";
import { applyTheme, firstTheme, type Theme } from "./theme.ts";
import { SessionsView } from "./views/sessions-view.tsx";
import { SessionView } from "./views/session-view.tsx";
import { firstLanguage, type Language, useWords, WordsContext, wordsIn } from "./words/use-words.ts";

export function App() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [reading, setReading] = useState<Reading>(firstReading);
  const [item, setItem] = useState<{ readonly session: string; readonly item: string }>();
  const words = useMemo(() => wordsIn(language), [language]);
  const openItem = useMemo<OpenItem>(() => (session, id) => setItem({ session, item: id }), []);
  const readings = useMemo<ReadingChoice>(() => ({ reading, choose: setReading }), [reading]);
  useEffect(() => keepReading(reading), [reading]);
  useEffect(() => {
    localStorage.setItem("plimsoll.language", language);
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.title = words.say("title");
  }, [language, words]);
  return (
    <WordsContext value={words}>
      <ReadingContext value={readings}>
        <OpenItemContext value={openItem}>
          <Router hook={useRoute}>
            <a className="skip" href="#content" onClick={(event) => skipTo(event, "content")}>
              {words.say("skip")}
            </a>
            <TopBar language={language} onLanguage={setLanguage} />
            <main id="content" tabIndex={-1}>
              <Views />
            </main>
            <LostConnection />
            {item ? <ItemDialog key={item.item} {...item} onClose={() => setItem(undefined)} /> : null}
          </Router>
        </OpenItemContext>
      </ReadingContext>
    </WordsContext>
  );
}

/** The route of the address; what follows a `?` belongs to its view. */
const useRoute = Object.assign(
  (): ReturnType<typeof useHashLocation> => {
    const [place, go] = useHashLocation();
    return [place.split("?")[0] ?? place, go];
  },
  { hrefs: (href: string): string => `#${href}` },
);

/** The address has the route behind its `#`: a link to a place must not change it. */
function skipTo(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

function Views() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/sessions" replace />
      </Route>
      <Route path="/sessions" component={SessionsView} />
      <Route path="/playground" component={PlaygroundView} />
      <Route path="/sessions/:id/:tab?/:rest?">
        {(params: Readonly<Record<string, string | undefined>>) => <SessionAt {...params} />}
      </Route>
      <Route>
        <Redirect to="/sessions" replace />
      </Route>
    </Switch>
  );
}

function SessionAt({ id = "", tab = "", rest = "" }: Readonly<Record<string, string | undefined>>) {
  return <SessionView key={id} id={decoded(id)} tab={tab} rest={decoded(rest)} />;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const PAGES = [
  ["/sessions", "sessions"],
  ["/playground", "playground"],
] as const;

const THEMES = [
  ["system", "themeSystem"],
  ["light", "themeLight"],
  ["dark", "themeDark"],
] as const;

function TopBar({
  language,
  onLanguage,
}: {
  readonly language: Language;
  onLanguage(language: Language): void;
}) {
  const { say } = useWords();
  const [theme, setTheme] = useState<Theme>(firstTheme);
  const [place] = useLocation();
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <header className="top">
      <Link href="/sessions" className="brand" aria-label="Plimsoll">
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
          <circle cx="16" cy="16" r="9.5" />
          <path d="M2 16h28" />
        </svg>
        <span className="brand-name">Plimsoll</span>
      </Link>
      <nav aria-label={say("title")}>
        {PAGES.map(([path, word]) => (
          <Link key={path} href={path} aria-current={place.startsWith(path) ? "page" : undefined}>
            {say(word)}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <label className="field inline">
        <span className="visually-hidden">{say("language")}</span>
        <select value={language} onChange={(event) => onLanguage(event.target.value === "zh" ? "zh" : "en")}>
          <option value="en">English</option>
          <option value="zh">中文</option>
        </select>
      </label>
      <label className="field inline">
        <span className="visually-hidden">{say("theme")}</span>
        <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
          {THEMES.map(([name, word]) => (
            <option key={name} value={name}>
              {say(word)}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}
