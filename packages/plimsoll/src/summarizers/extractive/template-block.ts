import type { Checkpoint, EntryBase, SectionEntry, SectionName } from "../../facts/checkpoint/checkpoint.js";
import { entryLines } from "../../facts/checkpoint/quoted-line.js";
import { renderEntry, shownEntries } from "../../facts/checkpoint/render-entry.js";
import type { SummaryRequest } from "../summarizer.js";
import type { TemplateName } from "../template-name.js";
import { openedSection } from "./section-label.js";

/** One list of a template: what of the checkpoint it shows, under which heading. */
interface BlockList {
  readonly heading: string;
  lines(checkpoint: Checkpoint): BlockLine[];
}

interface BlockLine {
  readonly line: string;
  /** What it says, as the conversation says it. */
  readonly text: string;
}

const isCurrent = ({ status }: EntryBase): boolean => status === "current";

/** The entries of a section in the order in which they came about, with who said them where that is asked. */
function entries<S extends SectionName>(
  section: S,
  wanted: (entry: SectionEntry<S>) => boolean = () => true,
): (checkpoint: Checkpoint) => BlockLine[] {
  return (checkpoint) => {
    const shown = new Set<string>(shownEntries(checkpoint, section).map(({ id }) => id));
    const all = (checkpoint as unknown as Record<S, readonly SectionEntry<S>[]>)[section];
    return all
      .filter((entry) => shown.has(entry.id) && isCurrent(entry) && wanted(entry))
      .map((entry) => {
        const text = renderEntry(section, entry);
        const { by } = entry.provenance;
        const who = section === "decisions" && by !== "model" ? `${by}: ` : "";
        return { line: `- ${who}${entryLines(text).join("\n")}`, text };
      });
  };
}

/** What each template lists of the state, besides what every one quotes. The others show it in their extracts alone. */
const LISTS: Readonly<Partial<Record<TemplateName, readonly BlockList[]>>> = {
  decision_log: [{ heading: "Decisions, oldest first:", lines: entries("decisions") }],
  code_delta: [
    { heading: "Changed files:", lines: entries("files", ({ action }) => action !== "read") },
    { heading: "Commands and tests:", lines: entries("commands") },
    { heading: "Open errors:", lines: entries("errors", ({ state }) => state === "open") },
  ],
  step_ledger: [
    { heading: "Steps:", lines: entries("plan") },
    { heading: "Outcomes:", lines: entries("commands", ({ outcome }) => outcome !== "unknown") },
  ],
  requirements_ledger: [
    {
      heading: "Accepted when:",
      lines: entries(
        "constraints",
        ({ kind, provenance }) => kind === "acceptance" && provenance.by === "user",
      ),
    },
    {
      heading: "Preferred:",
      lines: entries(
        "constraints",
        ({ kind, provenance }) => kind === "preference" && provenance.by === "user",
      ),
    },
  ],
};

const HEADINGS: ReadonlySet<string> = new Set(
  Object.values(LISTS).flatMap((lists) => lists.map(({ heading }) => heading)),
);

/** What the lists of a template may take of a summary. */
const SHARE = 0.4;
/** Left for what must be kept and for labels. */
const SLACK_TOKENS = 40;

/** The lists of a template, and what they say. */
export interface TemplateBlock {
  readonly text: string;
  readonly tokens: number;
  readonly said: readonly string[];
}

export const NO_BLOCK: TemplateBlock = { text: "", tokens: 0, said: [] };

/** The lists of the request's template within their share of its tokens: of each list the newest entries, oldest first. */
export function templateBlock(request: SummaryRequest): TemplateBlock {
  const { checkpoint, template, maxTokens, mustKeep = [] } = request;
  const lists = LISTS[template] ?? [];
  if (checkpoint === undefined || lists.length === 0) return NO_BLOCK;
  const must = mustKeep.reduce((sum, { text }) => sum + request.count(text) + 1, 0);
  let room = Math.min(maxTokens * SHARE, maxTokens - must * 1.2 - SLACK_TOKENS);
  const lines: string[] = [];
  const said: string[] = [];
  for (const [index, { heading, lines: linesOf }] of lists.entries()) {
    const share = room / (lists.length - index);
    const taken = newestWithin(linesOf(checkpoint), share - request.count(heading) - 1, request);
    if (taken.length === 0) continue;
    const own = [heading, ...taken.map(({ line }) => line)];
    lines.push(...own);
    said.push(...taken.map(({ text }) => text));
    room -= request.count(own.join("\n")) + 1;
  }
  const text = lines.join("\n");
  return text === "" ? NO_BLOCK : { text, tokens: request.count(text) + 1, said };
}

function newestWithin(lines: readonly BlockLine[], tokens: number, { count }: SummaryRequest): BlockLine[] {
  const taken: BlockLine[] = [];
  let left = tokens;
  for (const entry of lines.toReversed()) {
    const cost = count(entry.line) + 1;
    if (cost > left) continue;
    taken.push(entry);
    left -= cost;
  }
  return taken.reverse();
}

/** A summary with the lists of its template behind what must be kept. */
export function withBlock(text: string, block: TemplateBlock): string {
  if (block.text === "") return text;
  const lines = text === "" ? [] : text.split("\n");
  const opened = lines.map((line) => openedSection(line));
  const required =
    opened[0] === "required" ? opened.findIndex((section, index) => index > 0 && section !== undefined) : 0;
  const at = required < 0 ? lines.length : required;
  return [...lines.slice(0, at), block.text, ...lines.slice(at)].join("\n");
}

/** True for the heading of a list; its entries come from the checkpoint again. */
export const opensBlock = (line: string): boolean => HEADINGS.has(line);
