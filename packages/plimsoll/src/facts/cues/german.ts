import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in German. */
export const GERMAN: CueLanguage = {
  name: "German",
  edges: [r`(?:^|[\s,;:])`, r`(?=[\s,.!]|$)`],
  cues: {
    acceptance: [
      {
        pattern: r`\babnahmekriteri`,
        example: "Die Abnahmekriterien stehen im Ticket.",
        counterExample: "Die Abnahme war gestern.",
      },
    ],
    limit: [
      {
        pattern: r`\b(?:höchstens|mindestens|maximal)\b`,
        example: "Es gibt höchstens drei Versuche.",
        counterExample: "Es gibt viele Versuche.",
      },
    ],
    rule: [
      {
        words: "niemals, nie wieder, auf keinen fall, darf nicht, dürfen nicht, bitte nicht, bitte kein\\w*",
        example: "Der Schlüssel darf nicht ins Log.",
        counterExample: "Der Schlüssel steht im Log.",
      },
      {
        words: "muss unbedingt, müssen, nur noch, immer nur",
        example: "Tests müssen laufen.",
        counterExample: "Tests laufen.",
      },
      {
        words: "stelle? sicher, stellen sie sicher, achte darauf",
        example: "Achte darauf, dass es baut.",
        counterExample: "Das ist sicher.",
      },
    ],
    preference: [
      {
        pattern: "bevorzug|am liebsten",
        example: "Ich bevorzuge Tabulatoren.",
        counterExample: "Es gibt Tabulatoren.",
      },
    ],
    correction: [
      {
        pattern: "sondern|stattdessen|doch nicht",
        example: "Nimm stattdessen Port 80.",
        counterExample: "Nimm Port 80.",
      },
    ],
    "new state": [
      { pattern: r`\bab jetzt\b`, example: "Ab jetzt gilt das.", counterExample: "Jetzt gilt das." },
    ],
    negation: [
      { pattern: "nicht|kein", example: "Das ist keine Regel.", counterExample: "Das ist eine Regel." },
    ],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:bitte\s)?(?:niemals|nie|auf keinen fall|stelle? sicher|stellen sie|achte|vermeide)`,
        example: "Bitte vermeide Mocks.",
        counterExample: "Mocks werden vermieden.",
      },
      { pattern: r`\b(?:du|ihr)\b`, example: "Das sollst du lassen.", counterExample: "Das bleibt so." },
    ],
    "condition word": [{ pattern: r`\b(?:wenn|falls)\b`, example: "falls ja", counterExample: "ja" }],
    decision: [{ pattern: "entschieden", example: "Es ist entschieden.", counterExample: "Es ist offen." }],
    reason: [{ pattern: r`\bweil\b`, example: "SQLite, weil es klein ist", counterExample: "SQLite" }],
    greeting: [{ pattern: r`^hallo\b`, example: "Hallo Claude, schau", counterExample: "Claude, schau" }],
    dialogue: [
      {
        pattern: r`\b(?:ich|du|sie|wir|uns)\b`,
        example: "Das haben wir versucht.",
        counterExample: "Der Server startet neu.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:und|oder|nicht|der|die|das|den)[*_]{0,2}$`,
        example: "Nimm den Port und",
        counterExample: "Nimm den Port",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:von|gesendet|an|betreff|datum)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Betreff: Freigabe",
        counterExample: "Betreff fehlt",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**von\**\s{0,2}[:：]`, example: "Von: Dana", counterExample: "Von Dana" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?ursprüngliche nachricht\s?-{2,12}\s{0,4}$`,
        example: "----- Ursprüngliche Nachricht -----",
        counterExample: "Ursprüngliche Nachricht",
      },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}am\s.{6,120}\sschrieb(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "Am 5. Januar schrieb Dana:",
        counterExample: "Am Montag schrieb Dana einen Test.",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}fehler\b\s{0,2}[:!：]? ?\S`,
        example: "Fehler: Datei fehlt",
        counterExample: "Kein Fehler",
      },
    ],
    "failed result": [
      { pattern: r`^\s{0,20}fehler`, example: "Fehler beim Lesen", counterExample: "Kein Fehler" },
    ],
  },
  wordLists: {
    "talk stop word": {
      words:
        "und, oder, aber, nicht, eine, einen, einer, dass, sich, auch, noch, wird, sind, haben, werden, kann",
      example: "werden",
      counterExample: "haushalt",
    },
    hesitation: { words: "äh, ähm", example: "ähm", counterExample: "ja" },
  },
};
