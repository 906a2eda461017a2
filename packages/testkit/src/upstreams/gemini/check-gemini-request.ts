import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { ApiRefusal } from "../api-refusal.js";
import { checkContents } from "./check-contents.js";
import type { GeminiContext } from "./gemini-context.js";
import type { GeminiRules } from "./gemini-rules.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/u;

/** Checks a request as `generateContent` does. Throws `ApiRefusal`. */
export function checkGeminiRequest(body: WireRecord, context: GeminiContext): void {
  const instruction = body["systemInstruction"];
  if (isRecord(instruction) && (!Array.isArray(instruction["parts"]) || instruction["parts"].length === 0)) {
    refuse("* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.\n");
  }
  const functions = checkTools(body, context.rules);
  checkToolConfig(body["toolConfig"], functions);
  const config = isRecord(body["generationConfig"]) ? body["generationConfig"] : {};
  checkFormat(config, body, context.rules);
  checkThinking(config["thinkingConfig"], context.rules);
  checkContents(body["contents"], context);
}

/** The steps of the vendor's own tools are part of the conversation. */
export function showsSearches({ toolConfig: config }: WireRecord): boolean {
  return isRecord(config) && config["includeServerSideToolInvocations"] === true;
}

const toolsOf = ({ tools }: WireRecord): WireRecord[] => (Array.isArray(tools) ? tools.filter(isRecord) : []);

/** The names of the functions. */
function checkTools(body: WireRecord, rules: GeminiRules): string[] {
  const tools = toolsOf(body);
  const declarations = tools
    .flatMap(({ functionDeclarations: list }) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isRecord);
  const names = declarations.map(checkDeclaration);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) refuse(`Duplicate function declaration found: ${twice}`);
  const searches = tools.some((tool) => tool["googleSearch"] !== undefined);
  const isEchoed = rules.combines && showsSearches(body);
  if (searches && names.length > 0 && !isEchoed) {
    refuse("Built-in tools ({google_search}) and Function Calling cannot be combined in the same request.");
  }
  return names;
}

function checkDeclaration(declaration: WireRecord, index: number): string {
  const name = stringOf(declaration["name"]);
  const path = `* GenerateContentRequest.tools[0].function_declarations[${index}]`;
  if (!FUNCTION_NAME.test(name)) {
    refuse(
      `${path}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
    );
  }
  if (declaration["parameters"] !== undefined && declaration["parametersJsonSchema"] !== undefined) {
    refuse(`${path}: Only one of parameters and parameters_json_schema may be set.\n`);
  }
  return name;
}

function checkToolConfig(config: unknown, functions: readonly string[]): void {
  const calling = isRecord(config) ? config["functionCallingConfig"] : undefined;
  if (!isRecord(calling)) return;
  if (calling["mode"] === "AUTO" && showsSearches({ toolConfig: config })) {
    refuse("Function calling mode AUTO is not supported with include_server_side_tool_invocations.");
  }
  if (functions.length === 0) refuse("Function calling config is set without function_declarations.");
  const allowed: unknown[] = Array.isArray(calling["allowedFunctionNames"])
    ? calling["allowedFunctionNames"]
    : [];
  if (allowed.length > 0 && calling["mode"] !== "ANY" && calling["mode"] !== "VALIDATED") {
    refuse(
      "* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names should be set only when function_calling_config.mode is ANY.\n",
    );
  }
  const unknown = allowed.find((name) => !functions.includes(String(name)));
  if (unknown !== undefined) refuse(`Function ${String(unknown)} in allowed_function_names is not declared.`);
}

function checkFormat(config: WireRecord, body: WireRecord, rules: GeminiRules): void {
  const asksForJson = config["responseMimeType"] === "application/json";
  const hasSchema = config["responseJsonSchema"] !== undefined || config["responseSchema"] !== undefined;
  if (hasSchema && !asksForJson) {
    refuse(
      "* GenerateContentRequest.generation_config.response_schema: only allowed when response mime type is application/json\n",
    );
  }
  if (!asksForJson || rules.combines) return;
  const tools = toolsOf(body);
  if (tools.some((tool) => tool["functionDeclarations"] !== undefined)) {
    refuse("Function calling with a response mime type: 'application/json' is unsupported");
  }
  if (tools.length > 0) refuse("Tool use with a response mime type: 'application/json' is unsupported");
}

function checkThinking(thinking: unknown, { thinks, levels, budgets }: GeminiRules): void {
  if (!isRecord(thinking)) return;
  const { thinkingLevel: level, thinkingBudget: budget } = thinking;
  if (!thinks) refuse("Thinking is not supported by this model.");
  if (level !== undefined && budget !== undefined) {
    refuse("You can only set only one of thinking budget and thinking level.");
  }
  if (level !== undefined && levels.length === 0) refuse("Thinking level is not supported for this model.");
  if (level !== undefined && !levels.includes(stringOf(level))) {
    refuse(`Thinking level ${stringOf(level)} is not supported for this model.`);
  }
  if (budget === undefined || budget === -1) return;
  const [least, most] = budgets ?? [1, 0];
  if (typeof budget !== "number" || budget < least || budget > most) {
    refuse(
      `The thinking budget ${String(budget)} is invalid. Please choose a value between ${least} and ${most}.`,
    );
  }
}
