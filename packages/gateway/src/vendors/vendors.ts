import { anthropic } from "./anthropic.js";
import { azure } from "./azure.js";
import { deepseek } from "./deepseek.js";
import { gemini } from "./gemini.js";
import { generic } from "./generic.js";
import { glm } from "./glm.js";
import { llamaCpp } from "./llama-cpp.js";
import { lmstudio } from "./lmstudio.js";
import { mimo } from "./mimo.js";
import { minimax } from "./minimax.js";
import { moonshot } from "./moonshot.js";
import { ollama } from "./ollama.js";
import { openai } from "./openai.js";
import { openrouter } from "./openrouter.js";
import { qwen } from "./qwen.js";
import type { Vendor } from "./vendor.js";
import { vllm } from "./vllm.js";
import { xai } from "./xai.js";

/** Every vendor that is known, in the order in which they are listed. */
export const VENDORS: readonly Vendor[] = [
  openai,
  azure,
  anthropic,
  gemini,
  moonshot,
  deepseek,
  minimax,
  glm,
  qwen,
  mimo,
  xai,
  openrouter,
  vllm,
  ollama,
  llamaCpp,
  lmstudio,
  generic,
];

/** Other names by which people know a vendor. */
const ALIASES: Readonly<Record<string, string>> = {
  kimi: "moonshot",
  zai: "glm",
  "z.ai": "glm",
  dashscope: "qwen",
  xiaomi: "mimo",
  grok: "xai",
  "llama.cpp": "llama-cpp",
  llamacpp: "llama-cpp",
  "lm-studio": "lmstudio",
  google: "gemini",
  claude: "anthropic",
  chat: "generic",
};

/** The vendor of a name or an alias, whatever its case. */
export function vendorByName(name: string): Vendor | undefined {
  const lower = name.toLowerCase();
  return VENDORS.find((vendor) => vendor.name === (ALIASES[lower] ?? lower));
}
