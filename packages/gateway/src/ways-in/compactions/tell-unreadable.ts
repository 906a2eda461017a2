import type { UnreadableItem } from "../../compaction/opened-content.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";

const MAX_ID = 200;

interface Whose {
  readonly session: string | undefined;
  readonly model: string;
}

/** Says why an item of a client was not read: to the operator, and in an event. */
export function tellUnreadable(context: GatewayContext, { reason, id }: UnreadableItem, whose: Whose): void {
  context.say(`A compaction item was not read: ${reason}.`);
  context.compactors.tell({
    ts: new Date(context.now()).toISOString(),
    session_id: whose.session ?? "",
    event: "compact.item_unreadable",
    severity: "warning",
    model: whose.model,
    reason,
    ...(id === "" ? {} : { item_id: id.slice(0, MAX_ID) }),
  });
}
