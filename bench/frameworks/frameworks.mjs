// The frameworks that the long session is played on, by name.
export const FRAMEWORKS = {
  "openai-agents": () => import("./openai-agents.mjs"),
  "ai-sdk": () => import("./ai-sdk.mjs"),
  langchain: () => import("./langchain.mjs"),
  "openai-client": () => import("./openai-client.mjs"),
  mastra: () => import("./mastra.mjs"),
};
