// Who is compared: what of it is run, from which package, with what it was tuned.
import { compactWithCline } from "./cline.mjs";
import { cutWithPi } from "./pi.mjs";
import { keepLikeCodex } from "./codex.mjs";
import { clearWithLangChain, trimWithLangChain } from "./langchain.mjs";
import { limitWithMastra } from "./mastra.mjs";
import { pruneWithAiSdk } from "./ai-sdk.mjs";

/** Packages that are no dependencies of this project are installed into the folder of the comparison. */
export const EXTRA_PACKAGES = {
  "@cline/core": "0.0.86",
  "@mariozechner/pi-coding-agent": "0.73.1",
};

export const PEERS = {
  "langchain-trim": {
    title: "LangChain `trimMessages`",
    packages: ["@langchain/core"],
    about: "the newest messages that fit, from a message of the user or the model on",
    compact: trimWithLangChain,
  },
  "langchain-clear": {
    title: "LangChain clearing",
    packages: ["langchain", "@langchain/core"],
    about:
      "`ClearToolUsesEdit` with as many tool results kept as fit; where the rest is still too large, `trimMessages` after it",
    compact: clearWithLangChain,
  },
  "ai-sdk": {
    title: "AI SDK `pruneMessages`",
    packages: ["ai"],
    about:
      "tool calls before the last N messages pruned, N as large as fits; where the words alone are too many, their newest messages",
    compact: pruneWithAiSdk,
  },
  mastra: {
    title: "Mastra limiter",
    packages: ["@mastra/core"],
    about: "`TokenLimiterProcessor` on the prompt, its limit as large as fits",
    compact: limitWithMastra,
  },
  cline: {
    title: "cline",
    packages: ["@cline/core"],
    about:
      "the strategy `basic`, which needs no model; the model's limit as large as fits, calls under the names of its own tools",
    compact: compactWithCline,
  },
  pi: {
    title: "pi",
    packages: ["@mariozechner/pi-coding-agent"],
    about:
      "`prepareCompaction` and its lists of files, `keepRecentTokens` as large as fits, calls under the names of its own tools; without a model pi itself does not compact",
    compact: cutWithPi,
  },
  codex: {
    title: "rule of Codex",
    packages: [],
    about:
      "the user's messages, newest first, at most 20,000 tokens; the rule written anew after `codex-rs/core/src/compact.rs`, without the summary, which needs a model",
    compact: keepLikeCodex,
  },
};
