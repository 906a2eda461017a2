import type { SecretRule } from "../secret-rule.js";
import { type NamedRow, namedRule, UUID, withDigit } from "./named-rule.js";
import { type PrefixRow, prefixRule, WORD_END } from "./prefix-rule.js";

const PREFIXES: readonly PrefixRow[] = [
  ["anthropic-key", "sk-ant-", "[A-Za-z0-9_-]{16,}", "sk-ant-api03-<url93>AA", "sk-ant-colony"],
  ["openrouter-key", "sk-or-", "v1-[A-Za-z0-9]{20,}", "sk-or-v1-<hex64>", "sk-or-v1-beta"],
  [
    "langsmith-key",
    "lsv2_",
    "(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{8,}",
    "lsv2_pt_<hex32>_<hex10>",
    "lsv2_pt_name",
  ],
  ["langfuse-key", "sk-lf-", UUID, "sk-lf-<uuid>", "sk-lf-docs-page"],
  ["groq-key", "gsk_", "[A-Za-z0-9]{40,}", "gsk_<alnum52>", "gsk_theme_variables"],
  ["xai-key", "xai-", "[A-Za-z0-9]{40,}", "xai-<alnum80>", "xai-grok-adapter"],
  ["perplexity-key", "pplx-", "[A-Za-z0-9]{32,}", "pplx-<alnum48>", "pplx-70b-online"],
  ["replicate-token", "r8_", `[A-Za-z0-9]{37}${WORD_END}`, "r8_<alnum37>", "r8_layout"],
  ["fireworks-key", "fw_", "[A-Za-z0-9]{22,40}", "fw_<alnum24>", "fw_rules_before_merge"],
  ["together-key", "tgp_v1_", "[A-Za-z0-9_-]{32,}", "tgp_v1_<url43>", "tgp_v1_docs"],
  ["huggingface-token", "hf_", "[A-Za-z0-9]{20,}", "hf_<alnum34>", "hf_hub_download_file_in_folder"],
  ["huggingface-token", "api_org_", "[A-Za-z]{34}", "api_org_<letter34>", "api_org_settings_page"],
  ["pinecone-key", "pcsk_", "[A-Za-z0-9_]{40,}", "pcsk_<alnum5>_<alnum60>", "pcsk_index"],
  ["nvidia-key", "nvapi-", "[A-Za-z0-9_-]{40,}", "nvapi-<url64>", "nvapi-docs"],
  ["cerebras-key", "csk-", "[a-z0-9]{40,}", "csk-<low48>", "csk-style"],
  ["weights-and-biases-key", "wandb_v1_", "[A-Za-z0-9_]{40,}", "wandb_v1_<alnum60>", "wandb_v1_api"],
  ["tavily-key", "tvly-", "[A-Za-z0-9_-]{20,}", "tvly-dev-<alnum32>", "tvly-search"],
  ["e2b-key", "e2b_", `[0-9a-f]{40}${WORD_END}`, "e2b_<hex40>", "e2b_sandbox"],
  ["firecrawl-key", "fc-", `[0-9a-f]{32}${WORD_END}`, "fc-<hex32>", "fc-cache"],
  ["elevenlabs-key", "sk_", `[0-9a-f]{48}${WORD_END}`, "sk_<hex48>", "sk_buff_head"],
  ["bedrock-key", "ABSK", "[A-Za-z0-9+/]{100,}={0,2}", "ABSK<alnum128>", "ABSKIP"],
  [
    "bedrock-key",
    "bedrock-api-key-",
    "[A-Za-z0-9+/=]{20,}",
    "bedrock-api-key-<alnum64>",
    "bedrock-api-key-id",
  ],
  ["azure-openai-key", "AzCa", "[A-Za-z0-9]{40,}", "AzCa<alnum52>", "AzCast"],
  ["jina-key", "jina_", "[A-Za-z0-9_-]{50,}", "jina_<alnum60>", "jina_embeddings"],
  ["voyage-key", "pa-", "[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])", "pa-<alnum43>", "pa-rent"],
  ["stability-key", "sk-stab-", "[A-Za-z0-9]{20,}", "sk-stab-<alnum48>", "sk-stab-ility"],
];

const NAMES: readonly NamedRow[] = [
  [
    "cohere-key",
    ["cohere", "co_api_key"],
    withDigit("a-z0-9", 40),
    "COHERE_API_KEY=<alnum40>",
    "cohere: rerank",
  ],
  [
    "mistral-key",
    ["mistral"],
    withDigit("a-z0-9", 32),
    "mistral_key: <alnum32>",
    "mistral: mistral-large-latest",
  ],
  ["deepseek-key", ["deepseek"], "sk-[0-9a-f]{32}", 'deepseek = "sk-<hex32>"', "deepseek: sk-chat"],
  ["together-key", ["together"], "[0-9a-f]{64}", "TOGETHER_KEY=<hex64>", "together: 2"],
  ["weights-and-biases-key", ["wandb"], "[0-9a-f]{40}", "WANDB_KEY=<hex40>", "wandb: 3 runs"],
  [
    "azure-openai-key",
    ["azure_openai", "azureopenai", "ocp-apim-subscription-key"],
    "[0-9a-f]{32}",
    "AZURE_OPENAI_KEY=<hex32>",
    "azure_openai: true",
  ],
  ["assemblyai-key", ["assemblyai"], "[0-9a-f]{32}", "assemblyai: <hex32>", "assemblyai: v2"],
  ["deepgram-key", ["deepgram"], "[0-9a-f]{40}", "DEEPGRAM_KEY=<hex40>", "deepgram: nova-2"],
  [
    "brave-search-key",
    ["x-subscription-token", "brave"],
    "BSA[a-z0-9_-]{24,30}",
    "X-Subscription-Token: BSA<alnum27>",
    "brave: BSA",
  ],
];

/** Keys of services that run models, or that agents are built on. */
export const AI_SERVICE_RULES: readonly SecretRule[] = [...PREFIXES.map(prefixRule), ...NAMES.map(namedRule)];
