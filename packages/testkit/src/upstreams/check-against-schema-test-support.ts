import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { isRecord } from "../wire-record.js";
import { geminiProblems } from "./gemini/gemini-problems-test-support.js";

/** Fields that older models take and the newest SDK types no longer name. */
const SAMPLING = ["temperature", "top_p", "top_k"] as const;

const ajv = new Ajv({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

function compile(name: string): ValidateFunction {
  const path = new URL(`./__fixtures__/${name}.json`, import.meta.url);
  const schema: unknown = JSON.parse(readFileSync(path, "utf8"), (key, value: unknown) =>
    key === "MessageCreateParamsStreaming" && isRecord(value) ? withSampling(value) : value,
  );
  return ajv.compile(schema as object);
}

function withSampling(schema: Readonly<Record<string, unknown>>): object {
  const numbers = SAMPLING.map((key) => [key, { type: "number" }] as const);
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  return { ...schema, properties: { ...properties, ...Object.fromEntries(numbers) } };
}

function schemaProblems(name: string, body: unknown): string[] {
  const validate = validators.get(name) ?? compile(name);
  validators.set(name, validate);
  if (validate(body)) return [];
  return [
    ...new Set((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)),
  ];
}

/**
 * In which ways the body of a request differs from its vendor's own schema; empty if it does not. Schemas see names, types and
 * unions; pairs and order are for the scripted servers to see.
 */
export function checkAgainstSchema(protocol: "anthropic" | "chat" | "gemini", body: unknown): string[] {
  switch (protocol) {
    case "anthropic":
      return schemaProblems("anthropic-messages-request", body);
    case "chat":
      return schemaProblems("openai-chat-request", body);
    case "gemini":
      return geminiProblems("GenerateContentRequest", body);
  }
}
