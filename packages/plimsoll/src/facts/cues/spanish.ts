import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in Spanish. */
export const SPANISH: CueLanguage = {
  name: "Spanish",
  edges: [r`(?:^|[\s,;:¡])`, r`(?=[\s,.!]|$)`],
  lists: { touch: "uses?, cambies?, toques?, borres?, modifiques?, hagas" },
  cues: {
    acceptance: [
      {
        pattern: r`\bcriterios? de aceptación`,
        example: "Los criterios de aceptación están aquí.",
        counterExample: "Los criterios están aquí.",
      },
    ],
    limit: [
      {
        pattern: r`\bcomo (?:máximo|mínimo)\b`,
        example: "Tres intentos como máximo.",
        counterExample: "Tres intentos como ayer.",
      },
    ],
    rule: [
      {
        words: "nunca, no {touch}, no debes?, no puedes?, prohibido",
        example: "No toques el esquema.",
        counterExample: "Toca el esquema.",
      },
      {
        words: "siempre, debes?, tienes que, hay que, asegúrate, solamente",
        example: "Hay que probar.",
        counterExample: "Hay pruebas.",
      },
    ],
    preference: [
      {
        pattern: "prefiero|preferiblemente",
        example: "Prefiero tabuladores.",
        counterExample: "Hay tabuladores.",
      },
    ],
    correction: [
      {
        pattern: "en lugar de|mejor",
        example: "Usa el 80 en lugar de 3000.",
        counterExample: "Usa el puerto 80.",
      },
    ],
    negation: [{ pattern: "nunca", example: "Nunca", counterExample: "Ahora" }],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:nunca|siempre|no {touch}\b|asegúrate|evita)`,
        example: "Siempre prueba.",
        counterExample: "Prueba siempre.",
      },
      { pattern: r`\b(?:tú|usted)\b`, example: "Eso lo prueba usted.", counterExample: "Eso se prueba." },
    ],
    decision: [
      { pattern: "decid(?:í|imos|ido)", example: "Decidimos usar SQLite.", counterExample: "Usamos SQLite." },
    ],
    reason: [{ pattern: r`\bporque\b`, example: "SQLite porque basta", counterExample: "SQLite" }],
    greeting: [{ pattern: r`^hola\b`, example: "Hola Claude, mira", counterExample: "Claude, mira" }],
    dialogue: [
      {
        pattern: r`\b(?:yo|tú|usted|nosotros)\b`,
        example: "Eso lo hago yo.",
        counterExample: "El servidor arranca.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:y|el|la|los|de)[*_]{0,2}$`,
        example: "Usa los",
        counterExample: "Usa todo",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:de|para|asunto|fecha)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Asunto: entrega",
        counterExample: "Asunto resuelto",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**de\**\s{0,2}[:：]`, example: "De: Dana", counterExample: "De Dana" },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}el\s.{6,120}\sescribió(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "El 5 de enero Dana escribió:",
        counterExample: "El lunes Dana escribió una prueba.",
      },
    ],
  },
  wordLists: {
    "talk stop word": {
      words: "pero, para, como, esto, esta, este, cuando, porque, también, muy, todo, nada, tiene, hacer",
      example: "cuando",
      counterExample: "presupuesto",
    },
  },
};
