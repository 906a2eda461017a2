import type { ChatProfile, OverflowNumbers } from "./chat-profile.js";

export type ChatProfileName =
  | "openai"
  | "openai-4"
  | "kimi"
  | "deepseek"
  | "minimax-m2"
  | "minimax"
  | "glm"
  | "qwen"
  | "mimo"
  | "xai"
  | "openrouter"
  | "vllm"
  | "ollama"
  | "llama-cpp"
  | "lmstudio"
  | "raw"
  | "lenient";

const OPENAI_PARAMETERS = [
  "max_completion_tokens",
  "max_tokens",
  "temperature",
  "top_p",
  "reasoning_effort",
  "verbosity",
  "prompt_cache_key",
  "parallel_tool_calls",
  "response_format",
  "web_search_options",
  "metadata",
  "store",
  "user",
  "stop",
  "n",
];

const ofMessages = ({ window, prompt }: OverflowNumbers): string =>
  `This model's maximum context length is ${window} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`;

const ofRequest = ({ window, prompt, answer }: OverflowNumbers): string =>
  `This model's maximum context length is ${window} tokens. However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`;

const OPENAI: ChatProfile = {
  instructions: ["system", "developer"],
  toolParts: true,
  thinks: true,
  jsonWord:
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
  onlyParameters: OPENAI_PARAMETERS,
  overflow: ofMessages,
  overflowFields: { code: "context_length_exceeded", param: "messages" },
  errorShape: "openai",
  reasoningOutput: "none",
  callStyle: "pieces",
  usage: "asked",
  done: true,
  needsKey: true,
};

const COMPATIBLE: ChatProfile = {
  ...OPENAI,
  instructions: ["system"],
  toolParts: false,
  thinks: false,
  reasoningOutput: "reasoning_content",
};

const LOCAL: ChatProfile = {
  instructions: ["system"],
  strictTemplate: true,
  thinks: false,
  errorShape: "openai",
  reasoningOutput: "reasoning",
  callStyle: "pieces",
  usage: "asked",
  done: true,
  needsKey: false,
};

/** Servers as they are known to behave. None was called for this: documentation, sources and reports of users say so. */
export const CHAT_PROFILES: Readonly<Record<ChatProfileName, ChatProfile>> = {
  openai: {
    ...OPENAI,
    fixedSampling:
      "Unsupported value: 'temperature' does not support %s with this model. Only the default (1) value is supported.",
    refusedParameters: {
      max_tokens:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    },
  },
  "openai-4": { ...OPENAI, thinks: false },
  kimi: {
    ...COMPATIBLE,
    thinks: true,
    missingReasoning:
      "thinking is enabled but reasoning_content is missing in assistant tool call message at index %d",
    reasoningInput: ["reasoning_content"],
    forcedChoice: "tool_choice '%s' is incompatible with thinking enabled",
    searchTool: "builtin_function",
    searchWhileThinking: "$web_search is incompatible with thinking enabled",
    emptyText: "Invalid request: text content is empty",
    refusedImageAddress: "Invalid request: unsupported image url, only base64 encoded images are supported",
    fixedSampling: "invalid temperature: only 1 is allowed for this model",
    onlyParameters: [...OPENAI_PARAMETERS, "thinking"],
    overflow: ({ window, prompt, answer }) =>
      `Invalid request: Your request exceeded model token limit: ${window} (requested: ${prompt + answer})`,
    overflowFields: { type: "invalid_request_error" },
    shared: true,
    usage: "choice",
  },
  deepseek: {
    ...COMPATIBLE,
    thinks: true,
    missingReasoning: "The `reasoning_content` in the thinking mode must be passed back to the API.",
    reasoningInput: ["reasoning_content"],
    forcedChoice: "deepseek-reasoner does not support this tool_choice",
    refusedImage:
      "Failed to deserialize the JSON body into the target type: messages[%d]: unknown variant `image_url`, expected `text`",
    refusedSchema: "This response_format type is unavailable now",
    jsonWord:
      "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
    onlyParameters: [...OPENAI_PARAMETERS, "thinking"],
    overflow: ofRequest,
    overflowFields: { type: "invalid_request_error" },
    shared: true,
    usage: "always",
  },
  "minimax-m2": {
    ...COMPATIBLE,
    instructions: [],
    refusedRole: "invalid params, invalid chat setting: role %s is not supported (2013)",
    refusedImage: "invalid params, messages[%d]: unsupported content type (2013)",
    thinks: true,
    refusedArguments: "invalid params, invalid function arguments json string, tool_call_id: %s (2013)",
    refusedSchema: "invalid params, response_format is not supported (2013)",
    refusedJsonObject: "invalid params, response_format is not supported (2013)",
    onlyParameters: [...OPENAI_PARAMETERS, "reasoning_split"],
    overflow: () => "invalid params, context window exceeds limit (2013)",
    overflowFields: {},
    errorShape: "minimax",
    reasoningOutput: "reasoning_details",
  },
  minimax: {
    ...COMPATIBLE,
    thinks: true,
    refusedArguments: "invalid params, invalid function arguments json string, tool_call_id: %s (2013)",
    onlyParameters: [...OPENAI_PARAMETERS, "reasoning_split"],
    overflow: () => "invalid params, context window exceeds limit (2013)",
    overflowFields: {},
    errorShape: "minimax",
    reasoningOutput: "reasoning_details",
  },
  glm: {
    ...COMPATIBLE,
    thinks: true,
    refusedImage: "messages[%d].content: image_url is not supported by this model",
    refusedSchema: "response_format type json_schema is not supported",
    forcedChoice: "tool_choice only supports auto",
    searchTool: "web_search",
    onlyParameters: [...OPENAI_PARAMETERS, "thinking"],
    overflow: () => "Prompt exceeds max length",
    overflowFields: { code: "1261" },
    errorShape: "glm",
    callStyle: "whole",
    usage: "always",
  },
  qwen: {
    ...COMPATIBLE,
    thinks: true,
    forcedChoice:
      "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode",
    jsonWord:
      "<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    onlyParameters: [...OPENAI_PARAMETERS, "enable_thinking", "thinking_budget", "enable_search"],
    overflow: ({ window }) =>
      `<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${window}]`,
    overflowFields: { code: "invalid_parameter_error" },
  },
  mimo: {
    ...COMPATIBLE,
    thinks: true,
    missingReasoning: "The reasoning_content in the thinking mode must be passed back to the API.",
    reasoningInput: ["reasoning_content"],
    refusedImage: "messages[%d]: image input is not supported by this model",
    searchTool: "web_search",
    refusedSchema: "response_format type json_schema is not supported",
    onlyParameters: [...OPENAI_PARAMETERS, "thinking"],
    overflow: ofMessages,
    errorShape: "mimo",
    usage: "always",
  },
  xai: {
    ...COMPATIBLE,
    thinks: true,
    refusedParameters: { reasoning_effort: "Argument not supported on this model: reasoningEffort" },
    overflow: ({ window, prompt }) =>
      `This model's maximum prompt length is ${window} but the request contains ${prompt} tokens.`,
    overflowFields: { code: "Client specified an invalid argument" },
    errorShape: "ollama",
  },
  openrouter: {
    ...COMPATIBLE,
    thinks: true,
    missingReasoning: "The `reasoning_content` in the thinking mode must be passed back to the API.",
    reasoningInput: ["reasoning", "reasoning_content", "reasoning_details"],
    onlyParameters: [...OPENAI_PARAMETERS, "reasoning"],
    searchTool: "openrouter:web_search",
    overflow: ({ window, prompt, answer }) =>
      `This endpoint's maximum context length is ${window} tokens. However, you requested about ${prompt + answer} tokens (${prompt} of text input, ${answer} in the output). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`,
    overflowFields: { code: 400 },
    shared: true,
    reasoningOutput: "reasoning_details",
    usage: "always",
  },
  vllm: {
    ...LOCAL,
    overflow: ({ window, prompt }) =>
      `This model's maximum context length is ${window} tokens. However, your request has ${prompt} input tokens. Please reduce the length of the input messages.`,
    overflowFields: { type: "BadRequestError", code: 400 },
    errorShape: "vllm",
    callStyle: "repeated",
  },
  ollama: { ...LOCAL, errorShape: "openai", callStyle: "whole" },
  "llama-cpp": {
    ...LOCAL,
    refusedNamedChoice: "Invalid tool_choice: %s",
    overflow: ({ window, prompt }) =>
      `request (${prompt} tokens) exceeds the available context size (${window} tokens), try increasing it`,
    overflowFields: { type: "exceed_context_size_error", code: 400 },
    reasoningOutput: "reasoning_content",
  },
  lmstudio: {
    ...LOCAL,
    refusedNamedChoice: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    refusedJsonObject: "'response_format.type' must be 'json_schema' or 'text'",
    refusedImageAddress: "'url' field must be a base64 encoded image.",
    overflow: () =>
      "The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input",
    errorShape: "ollama",
    done: false,
  },
  /** A model behind a raw server: its thoughts stand in the text. */
  raw: {
    ...LOCAL,
    reasoningOutput: "think",
    callStyle: "unindexed",
    done: false,
    overflow: ofRequest,
    shared: true,
  },
  /** Refuses only what nobody takes: broken pairs, and prompts over its window. */
  lenient: {
    instructions: ["system", "developer"],
    toolParts: true,
    thinks: false,
    overflow: ofMessages,
    overflowFields: { code: "context_length_exceeded" },
    errorShape: "openai",
    reasoningOutput: "reasoning_content",
    callStyle: "pieces",
    usage: "asked",
    done: true,
    needsKey: false,
  },
};
