import { chatQuirksOf } from "../protocols/chat/chat-quirks-of.js";
import type { ChatQuirks } from "../protocols/chat/chat-quirks.js";
import { responsesQuirksOf } from "../protocols/responses/responses-quirks-of.js";
import type { Vendor } from "./vendor.js";

const INTRODUCTION = `# Vendors

Made from \`packages/gateway/src/vendors\`; a test compares it. After a change there, write it anew with
\`npx vitest run packages/gateway/src/vendors -u\`.

A vendor is a short declaration of what is special about a server. An upstream of the configuration names one; \`generic\` is
any server that speaks Chat Completions. The protocols are in the order in which they should be tried. No vendor was called for
these tables: they rest on documentation, sources and reports of users, and every entry can be wrong for a newer model.
`;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const code = (text: string | undefined): string => (text === undefined ? "" : `\`${text}\``);
const yes = (value: boolean): string => (value ? "yes" : "no");

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n");
}

function vendorRow({
  name,
  title,
  baseUrl,
  addresses = {},
  protocols,
  auth,
  keyEnv,
  notes,
}: Vendor): string[] {
  const others = Object.entries(addresses).map(([protocol, url]) => `${protocol}: ${code(url)}`);
  const address = [baseUrl === undefined ? "from the configuration" : code(baseUrl), ...others].join("; ");
  return [code(name), title, address, protocols.join(", "), auth, code(keyEnv), notes.join(" ")];
}

function thinkingOf({ thinking }: ChatQuirks): string {
  const words = [
    thinking.byDefault ? "by default" : "if asked",
    thinking.off ? `off by ${code(JSON.stringify(thinking.off))}` : "",
    thinking.effortField ? `effort in ${code(thinking.effortField)}` : "",
  ];
  return words.filter((word) => word !== "").join("; ");
}

function replayOf({ replay, strictReplay, reasoningField, extraBody }: ChatQuirks): string {
  if (replay === "never") return "never";
  const field = extraBody["reasoning_split"] === true ? "reasoning_details" : reasoningField;
  return `${replay === "calls" ? "with calls" : "always"}, ${code(field)}${strictReplay ? ", demanded" : ""}`;
}

function chatRow(vendor: Vendor, model: string): string[] {
  const quirks = chatQuirksOf(vendor, model);
  return [
    code(vendor.name),
    code(model),
    quirks.systemPlace === "first" ? "one, first" : quirks.systemRole,
    yes(quirks.images),
    thinkingOf(quirks),
    replayOf(quirks),
    quirks.forcedChoice.replaceAll("_", " "),
    code(quirks.structuredOutput),
    yes(quirks.sampling),
    code(quirks.maxTokensField),
    quirks.webSearch === "none" ? "no" : code(quirks.webSearch),
  ];
}

function responsesRow(vendor: Vendor): string[] {
  const quirks = responsesQuirksOf(vendor, vendor.examples[0] ?? "");
  const list = (known: "all" | readonly string[]): string =>
    known === "all" ? "all" : known.map(code).join(", ");
  return [
    code(vendor.name),
    list(quirks.items),
    list(quirks.tools),
    yes(quirks.stateful),
    yes(quirks.encryptedReasoning),
  ];
}

const WEB_SEARCH = `
## Web search

A route with \`web_search: true\` passes a client's tool \`web_search\` on as the vendor's own, which the vendor may bill per search.
Searches come back as \`web_search_call\` items and sources as \`url_citation\` annotations. It is dropped, with a line in the log, on any
other route, where the vendor has none (\`no\` above), and where the request rules it out:

- OpenAI and Azure: passed on as it is by Responses; by Chat only for the models that search (\`gpt-4o-search-preview\`).
- Moonshot: \`$web_search\`, whose calls the gateway answers until there is a text. It is refused while the model thinks, so thinking
  is switched off, unless the client asks for an effort: then there is no search. A search beside calls of the client is left out.
- Gemini: Google's search; beside functions from Gemini 3 on, where every step of it goes back, and only with the tool choice \`auto\`.
- Anthropic: its search tool, with domains and place; a pause is resumed. Vendors that serve other models by Messages: none.
- Qwen says neither what it searched for nor where; GLM, MiMo and OpenRouter name sources only.
- xAI, Qwen and OpenRouter search by Responses too.
`;

/** The page of the docs about vendors. */
export function vendorTable(vendors: readonly Vendor[]): string {
  const speaks = (protocol: "chat" | "responses"): Vendor[] =>
    vendors.filter(({ protocols }) => protocols.includes(protocol));
  const chat = [
    "Vendor",
    "Model",
    "Instructions",
    "Images",
    "Thinks",
    "Reasoning sent back",
    "Forced tool choice",
    "Structured output",
    "Sampling",
    "Bound of the answer",
    "Web search",
  ];
  return [
    INTRODUCTION,
    table(["Name", "Vendor", "Address", "Protocols", "Key in", "Key from", "Notes"], vendors.map(vendorRow)),
    "\n## Chat Completions\n\nOne row for each kind of model whose quirks differ.\n",
    table(
      chat,
      speaks("chat").flatMap((vendor) => vendor.examples.map((model) => chatRow(vendor, model))),
    ),
    "\n## Responses\n\nA request that has calls or tools of other kinds is written anew from its turns.\n",
    table(
      ["Vendor", "Items", "Tools", "Stores responses", "Sealed reasoning"],
      speaks("responses").map(responsesRow),
    ),
    WEB_SEARCH,
  ].join("\n");
}
