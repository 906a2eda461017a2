import { BoundedMap } from "../../collections/bounded-map.js";
import type { CompactConfig } from "../../engine/compact-config.js";
import { CompactManager } from "../../engine/compact-manager.js";
import { responses, type ResponsesItem } from "../../formats/responses/responses.js";
import { answerRecall } from "../core/answer-recall.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { handOff } from "../core/hand-off.js";
import { type OpencodeTool, recallTools } from "./recall-tools.js";
import { isSummary, type OpencodeMessage, toolPair, transcriptItems } from "./transcript-items.js";

/** The manager's configuration, all of it optional, and what the plugin needs of opencode. */
export interface OpencodeCompactionOptions extends Partial<Omit<CompactConfig<ResponsesItem>, "format">> {
  /** `tool` of `@opencode-ai/plugin`: with it the model can search and read what left its window. */
  readonly tool?: OpencodeTool;
}

/** What opencode gives a plugin, as far as it is used here. */
export interface OpencodePluginInput {
  readonly client: {
    readonly session: {
      messages(request: {
        readonly path: { readonly id: string };
      }): PromiseLike<{ readonly data?: readonly OpencodeMessage[] | undefined }>;
    };
  };
}

/** The hooks of the plugin, under opencode's names. */
export interface OpencodeHooks {
  // oxlint-disable-next-line typescript/no-explicit-any -- opencode's own type needs its schema library
  tool?: Record<string, any>;
  dispose(): Promise<void>;
  event(input: { readonly event: { readonly type: string; readonly properties?: object } }): Promise<void>;
  "experimental.session.compacting"(
    input: { readonly sessionID: string },
    output: { readonly context: string[] },
  ): Promise<void>;
  "experimental.chat.system.transform"(
    input: { readonly sessionID?: string },
    output: { readonly system: string[] },
  ): Promise<void>;
  "tool.execute.after"(
    input: {
      readonly tool: string;
      readonly sessionID: string;
      readonly callID: string;
      readonly args?: unknown;
    },
    output: { output: string },
  ): Promise<void>;
}

export type OpencodePlugin = (input: OpencodePluginInput) => Promise<OpencodeHooks>;

const MOST_CHARACTERS = 10_000;
const MAX_SESSIONS = 256;
/** Only sets how much evidence may take; the hand-off has a size of its own. */
const DEFAULT_WINDOW = 200_000;
/** The model edits by the exact text. */
const EXACT = new Set(["read", "edit", "write", "patch", "multiedit", "apply_patch"]);

/**
 * A plugin for opencode, which compacts by itself: everything is archived before it does, and afterwards every request carries
 * the rules, the user's words and the state of the work in its system prompt, as code kept them. Large outputs of tools become
 * evidence as they arrive.
 */
export function compactionPlugin(options: OpencodeCompactionOptions = {}): OpencodePlugin {
  const { tool, ...config } = checkedCompactionOptions<OpencodeCompactionOptions>(options, {
    tool: "function",
  });
  return async ({ client }) => {
    const manager = new CompactManager<ResponsesItem>({
      model: "",
      ...(config.model === undefined ? { maxContextTokens: DEFAULT_WINDOW } : {}),
      ...config,
      format: responses,
    });
    /** By session; empty where nothing was compacted. */
    const handedOver = new BoundedMap<string, string>(MAX_SESSIONS);

    const messagesOf = async (id: string): Promise<readonly OpencodeMessage[]> =>
      (await client.session.messages({ path: { id } })).data ?? [];

    const kept = (sessionId: string, messages: readonly OpencodeMessage[]) =>
      handOff(manager, responses, {
        sessionId,
        items: transcriptItems(messages),
        maxCharacters: MOST_CHARACTERS,
      });

    /** What was handed over at the last compaction, also if that was in another process. */
    async function afterLast(sessionId: string): Promise<string> {
      const messages = await messagesOf(sessionId);
      const last = messages.findLastIndex(isSummary);
      return last === -1 ? "" : (await kept(sessionId, messages.slice(0, last))).text;
    }

    return {
      ...(tool ? { tool: recallTools(tool, (call) => answerRecall(manager, call)) } : {}),
      dispose: () => manager.close(),
      async event({ event: { type, properties = {} } }) {
        if (type === "session.compacted" && "sessionID" in properties)
          handedOver.delete(String(properties.sessionID));
      },
      async "experimental.session.compacting"({ sessionID }, output) {
        const { rules } = await kept(sessionID, await messagesOf(sessionID));
        handedOver.delete(sessionID);
        if (rules.length > 0)
          output.context.push(`Repeat these rules of the user word for word:\n- ${rules.join("\n- ")}`);
      },
      async "experimental.chat.system.transform"({ sessionID }, output) {
        if (sessionID === undefined) return;
        const text = handedOver.get(sessionID) ?? (await afterLast(sessionID));
        handedOver.set(sessionID, text);
        if (text !== "") output.system.push(text);
      },
      async "tool.execute.after"({ tool: name, sessionID, callID, args }, result) {
        if (EXACT.has(name) || typeof result.output !== "string") return;
        const pair = toolPair({ callID, tool: name, input: args, output: result.output });
        const [, bounded] = await manager.bound(sessionID, pair);
        const text = bounded && bounded !== pair[1] ? responses.view(bounded).results[0]?.text : undefined;
        if (text !== undefined && text.length < result.output.length) result.output = text;
      },
    };
  };
}
