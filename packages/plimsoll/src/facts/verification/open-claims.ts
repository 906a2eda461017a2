import type { Checkpoint } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "../ledgers/content-words.js";
import { byTheRecord, type ClaimVerdict } from "./claim-verdict.js";
import type { ProseClaim } from "./prose-claim.js";

const SHARE = 0.6;
const MAX_ENTRIES = 300;
/** Commands whose success people speak of as passing. */
const CHECKS = /test|spec|check|build|lint|tsc|\bci\b|verify/i;

interface OpenMatter {
  readonly words: ReadonlySet<string>;
  readonly note: string;
}

interface FailingCheck {
  readonly words: ReadonlySet<string>;
  readonly note: string;
}

/** Finds claims that something is done that the record has as open, or that tests pass that fail by the record. */
export class OpenClaims {
  readonly #open: readonly OpenMatter[];
  readonly #failing: readonly FailingCheck[];
  readonly #passing: readonly ReadonlySet<string>[];

  constructor(checkpoint: Pick<Checkpoint, "plan" | "errors" | "facts" | "commands">) {
    this.#open = openMatters(checkpoint);
    const commands = checkpoint.commands.filter(({ status }) => status === "current").slice(-MAX_ENTRIES);
    this.#failing = commands
      .filter(
        ({ outcome, failingTests, command }) =>
          outcome === "failed" && (failingTests.length > 0 || CHECKS.test(command)),
      )
      .map(({ command, failingTests }) => ({
        words: contentWords(`${command} ${failingTests.slice(0, 20).join(" ")}`).words,
        note: failingTests.length > 0 ? `${failingTests[0]} fails in ${command}` : `${command} fails`,
      }));
    this.#passing = commands
      .filter(({ outcome, command }) => outcome === "ok" && CHECKS.test(command))
      .map(({ command }) => contentWords(command).words);
  }

  verdictOn({ text, content }: ProseClaim): ClaimVerdict | undefined {
    const failing =
      this.#failing.at(-1) && CUES.has("claim of passing", text) ? this.#failingIn(content.words) : undefined;
    if (failing !== undefined) return byTheRecord(failing.note);
    if (this.#open.length === 0 || !CUES.has("claim of completion", text)) return undefined;
    const open = this.#open.find(({ words }) => shares(content.words, words));
    return open && byTheRecord(open.note);
  }

  /** The failing check that a claim of passing speaks of: by its words, or the newest where it speaks of all. */
  #failingIn(words: ReadonlySet<string>): FailingCheck | undefined {
    const named = this.#failing.findLast((check) => [...words].some((word) => check.words.has(word)));
    if (named !== undefined) return named;
    const isOther = this.#passing.some((command) => [...words].some((word) => command.has(word)));
    return isOther ? undefined : this.#failing.at(-1);
  }
}

function openMatters({ plan, errors, facts }: Pick<Checkpoint, "plan" | "errors" | "facts">): OpenMatter[] {
  const isSaid = ({ status, provenance }: (typeof plan | typeof errors | typeof facts)[number]): boolean =>
    status === "current" && provenance.by !== "model";
  const matter = (text: string, note: string): OpenMatter => ({ words: contentWords(text).words, note });
  return [
    ...plan
      .filter((step) => isSaid(step) && step.state !== "done")
      .map(({ text, state }) => matter(text, state === "active" ? "still in progress" : "not done yet")),
    ...errors
      .filter((error) => isSaid(error) && error.state === "open")
      .map(({ text, subject }) => matter(`${subject} ${text}`.slice(0, 200), "the error is still open")),
    ...facts
      .filter((fact) => isSaid(fact) && fact.state === "open")
      .map(({ subject }) => matter(subject, "still open")),
  ].slice(-MAX_ENTRIES);
}

/** The claim has most of the words of the matter, and at least two unless it has one only. */
function shares(claim: ReadonlySet<string>, matter: ReadonlySet<string>): boolean {
  const shared = [...matter].filter((word) => claim.has(word)).length;
  return shared >= Math.min(2, matter.size) && shared >= matter.size * SHARE && shared > 0;
}
