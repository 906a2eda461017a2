import { NAMES_ITSELF } from "./is-harmless.js";
import { isWordy, MAX_LOOKED_AT } from "./is-wordy.js";

const VARIABLE =
  /^(?:\$[A-Z_][A-Z_0-9]*|\$\([a-z_./-]{2,}(?:\s.*)?\)?|\$env:\w+|%[A-Za-z_]+%|%[sdrv]|%\(\w+\)s|\.{3,}|…)$/;
/** Placeholders around a name: `<password>`, `{{ password }}`, `${PASSWORD}`. */
const PLACEHOLDER =
  /^(?:[$#]\{|\{\{-?|[<[{(]|&lt;|&#x3[cC];)\s*([\w .:?|-]*?)\s*(?:-?\}\}|[>\])}]|&gt;|$)[,;]?$/;
const ENVIRONMENT_PREFIXES = [
  "import.meta.env",
  "os.environ",
  "os.getenv",
  "getenv",
  "env(",
  "ENV[",
  "$_ENV",
  "$_SERVER",
  "$_POST",
  "$_GET",
  "System.getenv",
  "System.getProperty",
  "Deno.env",
  "vault:",
  "secretKeyRef",
  "valueFrom",
  "secrets.",
  "vars.",
  "ssm:",
  "arn:aws:",
  "projects/",
  "op://",
  "file://",
  "/run/secrets/",
] as const;
const PROCESS = /^[\w$.]*process\.(?:env|cwd)/;

const namesEnvironment = (text: string): boolean =>
  PROCESS.test(text) || ENVIRONMENT_PREFIXES.some((prefix) => text.startsWith(prefix));

/** A format that is filled in: `%s:%s`, `{user}:{password!r}\n`. The end of the value may have cut the last bracket. */
const FORMAT = /^(?:%[sdrv]|\{\w*(?:![rsa])?(?:\}|$)|[:@/ ]|\\{1,4}[nrt])+$/;

/** What a template puts in: `${quote(key)}`, `{user}`. */
const FILLED_IN = /[$#]\{[^{}]*(?:\}|$)|\{[A-Za-z_][\w.[\]'"!:-]*\}/g;
/** A template of little else: `${header}.${payload}`, `{user}-token`, `share-{id}-{type}`. */
function isTemplate(text: string): boolean {
  const places = text.match(FILLED_IN)?.length ?? 0;
  if (places === 0) return false;
  const rest = text.replace(FILLED_IN, "");
  const words = rest.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "");
  return words === "" || (isWordy(words) && (places > 1 || NAMES_ITSELF.test(words)));
}

/** The beginning of a value whose rest was left out: `sk-ant-...`. */
const ELIDED = /^[\w-]{0,24}(?:\.{3}|…)(?:$|\\n)/;

/** True for a reference to a value: `$NAME`, `{{ name }}`, `process.env.NAME`, `<your-password>`. */
export function isReference(value: string): boolean {
  const text = value.slice(0, MAX_LOOKED_AT);
  if (VARIABLE.test(text) || namesEnvironment(text) || ELIDED.test(text) || FORMAT.test(text)) return true;
  if (isTemplate(text) || FORMAT.test(text.replace(/["'`]+$/, ""))) return true;
  if (text.startsWith("$") && isWordy(text.slice(1))) return true;
  const name = PLACEHOLDER.exec(text)?.[1];
  return (
    name !== undefined &&
    (name === "" ||
      name.split(/[^\w]+/).every((part) => part === "" || isWordy(part) || /^[A-Z][A-Z0-9_]*$/.test(part)))
  );
}
