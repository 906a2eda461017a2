import { harmless, quotedLine } from "../../facts/checkpoint/quoted-line.js";
import type { CallFacts } from "../../facts/ledgers/call-facts.js";
import { callFileEvents } from "../../facts/ledgers/call-file-events.js";
import { mayBePath } from "../../text/may-be-path.js";
import { oneLine } from "../../text/one-line.js";
import { remembered } from "../../text/remembered.js";
import { callLabel } from "./call-label.js";
import type { Origin } from "./origin.js";
import { shortCommand } from "./short-command.js";

const MAX_HEADING = 80;
const MAX_FULL_HEADING = 240;
const PASTED = "pasted by the user";
const COMMAND_SIGN = "$ ";
/** Commands one after the other: their output is not that of one file. */
const SEVERAL = /[;\n]|&&|\|\|/;
/** Files of one name that are told apart. */
const MAX_NAMESAKES = 50;

interface NamedOrigin {
  readonly kind: Origin["kind"];
  heading: string;
  full: string;
}

/** The origins of a conversation, each once. */
export class OriginRegistry {
  readonly #named = new Map<string, NamedOrigin>();
  readonly #files = new Map<string, NamedOrigin[]>();

  /** The origin of a call's texts and of its result. `line` is the call in one line, `values` its short arguments. */
  ofCall(facts: CallFacts, line: string, values: readonly string[]): Origin {
    const isPlain = facts.command === "" || !SEVERAL.test(shortCommand(facts.command));
    const paths = isPlain ? new Set(callFileEvents(facts).map(({ path }) => path)) : new Set<string>();
    const [path] = paths;
    if (path !== undefined && paths.size === 1) return this.file(path);
    if (facts.command === "") return this.#name("tool", callLabel(facts.name, values), line);
    const command = COMMAND_SIGN + shortCommand(facts.command);
    return this.#name("command", command, command);
  }

  /** The origin that a heading of an earlier summary names; undefined for any other line. */
  ofHeading(line: string): Origin | undefined {
    if (!line.endsWith(":") || /^[\s|>-]/.test(line)) return undefined;
    const name = line.slice(0, -1);
    if (name.startsWith(COMMAND_SIGN)) return this.#name("command", name, name);
    return !/\s/.test(name) && mayBePath(name) ? this.file(name) : this.#name("tool", name, name);
  }

  /** What was pasted into messages of the user. */
  get pasted(): Origin {
    return this.#name("tool", PASTED, PASTED);
  }

  file(written: string): Origin {
    const path = normalPath(written);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const namesakes = this.#files.get(name) ?? [];
    const known = namesakes.find(({ full }) => isSameFile(full, path));
    if (known !== undefined) {
      if (path.length > known.full.length && path.length <= MAX_FULL_HEADING) known.full = path;
      return known;
    }
    const short = path.split("/").slice(-2).join("/");
    const isTaken = namesakes.some(({ heading }) => heading === short);
    const file: NamedOrigin = { kind: "file", heading: headingText(isTaken ? path : short), full: path };
    if (namesakes.length < MAX_NAMESAKES) this.#files.set(name, [...namesakes, file]);
    return file;
  }

  #name(kind: Origin["kind"], text: string, full: string): Origin {
    const short = oneLine(text, MAX_HEADING);
    const known = this.#named.get(short);
    const longer = headingText(oneLine(full, MAX_FULL_HEADING));
    if (known !== undefined) {
      known.full = longer;
      return known;
    }
    const origin: NamedOrigin = { kind, heading: headingText(short), full: longer };
    this.#named.set(short, origin);
    return origin;
  }
}

function normalPath(written: string): string {
  const path = written
    .trim()
    .replace(/^file:\/\//, "")
    .replaceAll("\\", "/")
    .replace(/^\.\//, "");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function isSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.endsWith(`/${short}`);
}

/** A heading is one of our own lines: what it quotes must not pass for another of them. */
const headingText: (text: string) => string = remembered((text) => {
  const line = harmless(text).replace(/:{1,3}$/, "");
  return quotedLine(`${line}:`, "tool") === ` ${line}:` ? line : `tool ${line}`;
});
