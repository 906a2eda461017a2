import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in French. */
export const FRENCH: CueLanguage = {
  name: "French",
  edges: [r`(?:^|[\s,;:])`, r`(?=[\s,.!]|$)`],
  cues: {
    acceptance: [
      {
        pattern: r`\bcritères? d'acceptation`,
        example: "Les critères d'acceptation sont là.",
        counterExample: "Les critères sont là.",
      },
    ],
    limit: [
      {
        pattern: r`\bau (?:plus|moins|maximum)\b`,
        example: "Trois essais au plus.",
        counterExample: "Trois essais de plus.",
      },
    ],
    rule: [
      {
        words: r`ne jamais, n'\w+ jamais, ne \w+ (?:jamais|pas), interdit`,
        example: "Ne touche pas au schéma.",
        counterExample: "Touche au schéma.",
      },
      {
        words: "il (?:ne )?faut, tu dois, vous devez, toujours, assure-toi, assurez-vous, uniquement",
        example: "Il faut tester.",
        counterExample: "Il teste.",
      },
    ],
    preference: [
      {
        pattern: "je préfère|de préférence",
        example: "Je préfère les tabulations.",
        counterExample: "Voici les tabulations.",
      },
    ],
    correction: [
      {
        pattern: "finalement|plutôt",
        example: "Prends plutôt le port 80.",
        counterExample: "Prends le port 80.",
      },
    ],
    negation: [{ pattern: r`\bne\b|jamais`, example: "Ne pas tester", counterExample: "Tester" }],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:ne\s|n['’]|toujours|jamais|assure)`,
        example: "Toujours tester.",
        counterExample: "Il teste toujours.",
      },
      { pattern: r`\b(?:tu|vous)\b`, example: "Ici, vous testez.", counterExample: "Ici, on teste." },
    ],
    "condition word": [{ pattern: r`\bsi\b`, example: "si oui", counterExample: "oui" }],
    decision: [
      {
        pattern: "j'ai décidé|nous avons décidé",
        example: "Nous avons décidé de garder SQLite.",
        counterExample: "Nous avons SQLite.",
      },
    ],
    reason: [{ pattern: r`\bparce que\b`, example: "SQLite parce que petit", counterExample: "SQLite" }],
    greeting: [
      { pattern: r`^bonjour\b`, example: "Bonjour Claude, regarde", counterExample: "Claude, regarde" },
    ],
    dialogue: [
      {
        pattern: r`\b(?:je|tu|vous|nous)\b`,
        example: "Et je teste.",
        counterExample: "Le serveur redémarre.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:et|ou|de|les?)[*_]{0,2}$`,
        example: "Le port et",
        counterExample: "Le port",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:de|envoyé|à|objet)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Objet : livraison",
        counterExample: "Objet perdu",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**de\**\s{0,2}[:：]`, example: "De : Dana", counterExample: "De Dana" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?message d'origine\s?-{2,12}\s{0,4}$`,
        example: "----- Message d'origine -----",
        counterExample: "Message d'origine",
      },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}le\s.{6,120}\sa écrit(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "Le 5 janvier 2026, Dana a écrit :",
        counterExample: "Le 5 janvier Dana a écrit un test.",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}erreur\b\s{0,2}[:!：]? ?\S`,
        example: "Erreur : fichier absent",
        counterExample: "Pas d'erreur",
      },
    ],
  },
  wordLists: {
    "talk stop word": {
      words:
        "mais, pour, avec, dans, vous, nous, elle, cette, être, avoir, fait, comme, plus, tout, bien, alors, donc",
      example: "avec",
      counterExample: "budget",
    },
    hesitation: { words: "euh", example: "euh", counterExample: "oui" },
  },
};
