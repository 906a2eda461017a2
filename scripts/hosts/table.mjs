// The hosts and the versions of them that Plimsoll is tried with: the oldest and the newest of every supported line.
const ai = (version, provider) => ({ ai: version, "@ai-sdk/openai": provider, zod: "4" });
/**
 * LangGraph is named, because the newest that `langchain` accepts can ask for a core that the registry does not have: npm then
 * searches for minutes and finds nothing.
 */
const langchain = (version, { core, openai, langgraph }) => ({
  langchain: version,
  "@langchain/core": core,
  "@langchain/openai": openai,
  "@langchain/langgraph": langgraph,
});
const agents = (version) => ({ "@openai/agents": version, zod: "4" });

export const HOSTS = [
  ...["5.0.0", "5", "6.0.0", "6", "7.0.0", "7"].map((version) => ({
    host: "openai",
    install: { openai: version },
  })),
  { host: "ai", install: ai("5.0.0", "2.0.0") },
  { host: "ai", install: ai("5", "2") },
  { host: "ai", install: ai("6.0.0", "3.0.0") },
  { host: "ai", install: ai("6", "3") },
  { host: "ai", install: ai("7.0.0", "4.0.0") },
  { host: "ai", install: ai("7", "4") },
  ...["0.19.0", "0.20"].map((version) => ({ host: "openai-agents", install: agents(version) })),
  { host: "langchain", install: langchain("1.0.1", { core: "1.0.1", openai: "1.0.0", langgraph: "1.0.0" }) },
  { host: "langchain", install: langchain("1", { core: "1", openai: "1", langgraph: "1.4.17" }) },
  { host: "mastra", install: { "@mastra/core": "1.33.0", "@ai-sdk/openai": "3", zod: "4" } },
  { host: "anthropic", install: { "@anthropic-ai/sdk": "0.60.0" } },
  { host: "anthropic", install: { "@anthropic-ai/sdk": "1" } },
  { host: "google-genai", install: { "@google/genai": "1.40.0" } },
  { host: "google-genai", install: { "@google/genai": "2" } },
  { host: "google-genai", install: { "@google/genai": "3" }, node: 22 },
  ...["0.60.0", "0.73.1"].map((version) => ({
    host: "pi",
    install: { "@mariozechner/pi-agent-core": version },
    example: "19-pi-agent.mjs",
  })),
  {
    host: "pi",
    // 1.0.3 and 1.4.0 to 1.5.2 ask for packages that the registry does not have. 1.5.2 was played with stand-ins for them.
    install: { "@earendil-works/pi-agent-core": "0.87.1" },
    node: 22,
    example: "19-pi-agent.mjs",
  },
  { host: "mastra", install: { "@mastra/core": "1", "@ai-sdk/openai": "4", zod: "4" } },
];
