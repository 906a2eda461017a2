import type { FactFields } from "../checkpoint/checkpoint.js";
import { type FactSighting, newestValue } from "./fact-sighting.js";
import { isRefusedResult } from "./is-refused-result.js";
import type { LedgerTable } from "./ledger-table.js";
import type { ObservedResult } from "./observation.js";
import { type TextEdit, textEdits } from "./text-edits.js";

const MAX_SETTINGS = 12;
const MAX_LINES = 400;
const CONFIGURATION =
  /(?:\.(?:ya?ml|toml|ini|cfg|conf|env|properties|json5?|tf|hcl|config)|(?:^|\/)\.env[\w.]*|file)$/i;
const DECLARATION = "(?:export |const |let |var |set |static |self\\.|this\\.)?";
const SETTING = new RegExp(
  `^\\s{0,40}${DECLARATION}["']?([A-Za-z_][\\w.-]{0,60})["']?\\s{0,4}(?::=|[:=])\\s{0,4}(\\S.{0,80}?)[,;]?$`,
);
/** What a program sets for good: at the left margin, as a constant, for a whole class. Deeper down it is a step of it. */
const IN_CODE =
  /^(?:\S|\s{1,40}(?:(?:export |const |let |var |set )?[A-Z][A-Z0-9_]+\s?[:=]|static |self\.[A-Z]))/;
const REMARK = /\s{1,8}(?:#|\/\/).{0,200}$/;
const LITERAL = /^(?:-?\d[\w.%:-]{0,30}|"[^"]{0,60}"|'[^']{0,60}'|true|false|null|none|on|off|yes|no)$/i;
const BARE = /^[\w./:@%+-]{1,60}$/;
const ENVIRONMENT =
  /(?:^|\s)([A-Z][A-Z0-9_]{2,50})=("[^"\n]{1,60}"|'[^'\n]{1,60}'|[\w./:@%+-]{1,60})(?=\s|$)/g;

interface Setting {
  readonly name: string;
  readonly value: string;
}

/** The settings that edits and commands change, each with its file, and those known that a result shows anew. */
export function settingFacts(result: ObservedResult, table: LedgerTable<FactFields>): FactSighting[] {
  const { call, text, files } = result;
  if (call === undefined || (call.command === "" && isRefusedResult(result))) return [];
  const changed =
    result.ending.outcome === "failed"
      ? []
      : textEdits(call.fields).flatMap((edit) => changedSettings(edit, table));
  const shown = files
    .filter(({ action }) => action === "read")
    .flatMap(({ path }) => shownSettings(text, path, table));
  return [...changed, ...environment(call.command), ...shown].slice(0, MAX_SETTINGS);
}

const keyOf = (path: string, name: string): string => `setting\n${path}\n${name}`;

const sighting = (path: string, { name, value }: Setting): FactSighting =>
  newestValue(keyOf(path, name), { subject: path === "" ? name : `${name} (${path})`, value });

/** The settings that an edit gives another value. The first one that it replaces counts as known before. */
function changedSettings({ path, before, after }: TextEdit, table: LedgerTable<FactFields>): FactSighting[] {
  const old = new Map(settingsIn(before, path).map(({ name, value }) => [name, value]));
  return settingsIn(after, path).flatMap((setting) => {
    const earlier = old.get(setting.name);
    const isKnown = table.get(keyOf(path, setting.name)) !== undefined;
    if (!isKnown && (earlier === undefined || earlier === setting.value)) return [];
    const next = sighting(path, setting);
    return isKnown || earlier === undefined ? [next] : [sighting(path, { ...setting, value: earlier }), next];
  });
}

/** Settings that are known already, as the content of their file shows them. */
function shownSettings(text: string, path: string, table: LedgerTable<FactFields>): FactSighting[] {
  if (table.size === 0) return [];
  return settingsIn(text, path)
    .filter(({ name, value }) => (table.get(keyOf(path, name))?.fields.value ?? value) !== value)
    .map((setting) => sighting(path, setting));
}

function settingsIn(text: string, path: string): Setting[] {
  const settings: Setting[] = [];
  const isConfiguration = CONFIGURATION.test(path);
  for (const line of text.split("\n", MAX_LINES)) {
    if (line.length > 300 || settings.length >= MAX_SETTINGS) continue;
    const plain = line.replace(/^\s{0,8}\d{1,6}[→:\t|]\s?/, "").replace(REMARK, "");
    const [, name = "", value = ""] = SETTING.exec(plain.trimEnd()) ?? [];
    if (name === "" || !(isConfiguration || IN_CODE.test(plain))) continue;
    if (LITERAL.test(value) || (isConfiguration && BARE.test(value)))
      settings.push({ name, value: value.replace(/^["']|["']$/g, "") });
  }
  return settings;
}

/** The variables that a command sets. */
function environment(command: string): FactSighting[] {
  return command.includes("=")
    ? [...command.slice(0, 2_000).matchAll(ENVIRONMENT)].map(([, name = "", value = ""]) =>
        sighting("", { name, value: value.replace(/^["']|["']$/g, "") }),
      )
    : [];
}
