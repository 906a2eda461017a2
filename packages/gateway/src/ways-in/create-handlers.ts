import type { GatewayContext } from "../exchange/gateway-context.js";
import type { Handler } from "../http/handler.js";
import { deleteCompaction } from "./compactions/delete-compaction.js";
import { getCompaction } from "./compactions/get-compaction.js";
import { listCompactions } from "./compactions/list-compactions.js";
import { getModel } from "./get-model.js";
import { listModels } from "./list-models.js";
import { CHAT_COMPLETIONS } from "./passed/chat-completions.js";
import { countMessageTokens } from "./passed/count-message-tokens.js";
import { MESSAGES } from "./passed/messages.js";
import { passConversation } from "./passed/pass-conversation.js";
import { compactResponse } from "./responses/compact-response.js";
import { countInputTokens } from "./responses/count-input-tokens.js";
import { createResponse } from "./responses/create-response.js";
import { deleteResponse } from "./responses/delete-response.js";
import { getResponse } from "./responses/get-response.js";
import { listInputItems } from "./responses/list-input-items.js";

/** All ways in, by method and path. */
export function createHandlers(context: GatewayContext): Readonly<Record<string, Handler>> {
  return {
    "POST /v1/responses": createResponse(context),
    "POST /v1/responses/compact": compactResponse(context),
    "POST /v1/responses/input_tokens": countInputTokens(context),
    "GET /v1/responses/:id": getResponse(context),
    "DELETE /v1/responses/:id": deleteResponse(context),
    "GET /v1/responses/:id/input_items": listInputItems(context),
    "GET /v1/compactions": listCompactions(context),
    "GET /v1/compactions/:id": getCompaction(context),
    "DELETE /v1/compactions/:id": deleteCompaction(context),
    "POST /v1/chat/completions": passConversation(context, CHAT_COMPLETIONS),
    "POST /v1/messages": passConversation(context, MESSAGES),
    "POST /v1/messages/count_tokens": countMessageTokens(context),
    "GET /v1/models": listModels(context),
    "GET /v1/models/:id": getModel(context),
  };
}
