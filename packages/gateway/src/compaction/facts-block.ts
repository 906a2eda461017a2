import { createHmac, timingSafeEqual } from "node:crypto";
import type { Checkpoint } from "plimsoll";

const OPEN = "<plimsoll-facts ";
const CLOSE = "</plimsoll-facts>";
const BLOCK = /<plimsoll-facts mac="([0-9a-f]{32})">\n([^<]{1,40000})\n<\/plimsoll-facts>/g;
const EXPLAINED =
  "Kept by code from the conversation, word for word; the summary above is a model's. Where they differ, this counts.";
/** Of the whole block; the oldest lines of a section give way first. */
const MAX_CHARACTERS = 8_000;
const MAX_LINE = 400;

/** The sections in the order in which they keep their place. */
const SECTIONS = ["Rules of the user", "Open work", "Unresolved errors", "Files", "Running"] as const;
type Section = (typeof SECTIONS)[number];
type Facts = Readonly<Record<Section, readonly string[]>>;

export interface FactsOptions {
  /** The secrets of the tenant; the first seals the block, all of them are recognised. */
  readonly keys: readonly string[];
  /** Texts in which an earlier block may stand: what the client keeps of an earlier summary. */
  readonly earlier: readonly string[];
}

/**
 * What code knows of a session, to stand below a summary that a model wrote: rules, open work, errors, files. A client that goes
 * on from the summary alone shows nothing else of what was before, so lines of the newest earlier block are carried on. Its seal
 * tells it from one that a model or a tool wrote.
 */
export function factsBlock(checkpoint: Checkpoint, { keys, earlier }: FactsOptions): string | undefined {
  const facts = bounded(joined(earlierFacts(earlier, keys), factsOf(checkpoint)));
  const parts = SECTIONS.flatMap((name) =>
    facts[name].length === 0 ? [] : [`${name}:`, ...facts[name].map((line) => `- ${line}`)],
  );
  const [key] = keys;
  if (parts.length === 0 || key === undefined) return undefined;
  const body = [EXPLAINED, ...parts].join("\n");
  return `${OPEN}mac="${digest(body, key)}">\n${body}\n${CLOSE}`;
}

const digest = (body: string, key: string): string =>
  createHmac("sha256", key).update(`plimsoll facts 1\n${body}`).digest("hex").slice(0, 32);

const line = (text: string): string => {
  const flat = text.replace(/\s+/g, " ").replaceAll("<", "‹").trim();
  return flat.length > MAX_LINE ? `${flat.slice(0, MAX_LINE)}…` : flat;
};

function factsOf({ constraints, plan, errors, files, handles }: Checkpoint): Facts {
  const current = <T extends { readonly status: string }>(entries: readonly T[]): T[] =>
    entries.filter(({ status }) => status === "current");
  return {
    "Rules of the user": current(constraints)
      .filter(({ provenance }) => provenance.by === "user")
      .map(({ text }) => line(text)),
    "Open work": current(plan)
      .filter(({ state }) => state !== "done")
      .map(({ text, state }) => line(`${text} (${state})`)),
    "Unresolved errors": current(errors)
      .filter(({ state }) => state === "open")
      .map(({ subject, text }) => line(`${subject}: ${text}`)),
    Files: current(files)
      .filter(({ action }) => action !== "read")
      .map(({ path, action, movedTo }) =>
        line(`${path}: ${action}${movedTo === "" ? "" : ` to ${movedTo}`}`),
      ),
    Running: current(handles)
      .filter(({ state }) => state === "open")
      .map(({ kind, handle, text }) => line(`${kind} ${handle}: ${text}`)),
  };
}

const NONE: Facts = {
  "Rules of the user": [],
  "Open work": [],
  "Unresolved errors": [],
  Files: [],
  Running: [],
};

function earlierFacts(texts: readonly string[], keys: readonly string[]): Facts {
  for (const text of texts.toReversed()) {
    const own = [...text.matchAll(BLOCK)].find(([, mac = "", body = ""]) =>
      keys.some((key) => timingSafeEqual(Buffer.from(mac), Buffer.from(digest(body, key)))),
    );
    if (own?.[2] !== undefined) return parsed(own[2]);
  }
  return NONE;
}

function parsed(body: string): Facts {
  const facts: Record<Section, string[]> = {
    "Rules of the user": [],
    "Open work": [],
    "Unresolved errors": [],
    Files: [],
    Running: [],
  };
  let section: Section | undefined;
  for (const text of body.split("\n")) {
    const heading = SECTIONS.find((name) => text === `${name}:`);
    if (heading) section = heading;
    else if (section && text.startsWith("- ")) facts[section].push(text.slice(2));
  }
  return facts;
}

/** Rules and files last; what is open is what the newest list shows, if it shows anything of it. */
function joined(before: Facts, now: Facts): Facts {
  const newest = (name: Section): readonly string[] => (now[name].length > 0 ? now[name] : before[name]);
  const pathOf = (text: string): string => text.slice(0, text.lastIndexOf(": "));
  const paths = new Set(now.Files.map(pathOf));
  return {
    "Rules of the user": [...new Set([...before["Rules of the user"], ...now["Rules of the user"]])],
    "Open work": newest("Open work"),
    "Unresolved errors": now["Unresolved errors"],
    Files: [...before.Files.filter((text) => !paths.has(pathOf(text))), ...now.Files],
    Running: newest("Running"),
  };
}

function bounded(facts: Facts): Facts {
  let room = MAX_CHARACTERS;
  const taken = SECTIONS.map((name): [Section, string[]] => {
    const kept: string[] = [];
    // The newest of each stay.
    for (const text of facts[name].toReversed()) {
      if (text.length > room) break;
      room -= text.length;
      kept.unshift(text);
    }
    return [name, kept];
  });
  return Object.fromEntries(taken) as Record<Section, string[]>;
}
