import { accountOf } from "../../compaction/account-of.js";
import type { GatewayCall } from "../../compaction/begin-call.js";
import { checkpointOf } from "../../compaction/compact-now.js";
import type { ClientApi } from "../../compaction/compactors.js";
import { isApplicationItem } from "../../compaction/is-application-item.js";
import { messageDigest } from "../../compaction/message-digest.js";
import { summaryDegradation } from "../../compaction/summary-degradation.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";
import { type KeptFor, keepCompaction } from "./keep-compaction.js";

export interface AutomaticCompaction extends KeptFor {
  readonly route: Route;
  readonly call: GatewayCall;
  readonly api: ClientApi;
  /** The conversation as it came. */
  readonly items: readonly JsonRecord[];
}

/** Keeps what compaction did to a request on its way, if it did anything. */
export async function keepAutomatic(
  context: GatewayContext,
  { request, route, call, api, items, onDisk }: AutomaticCompaction,
): Promise<void> {
  const report = call.compactions().at(-1);
  const { sessionId: session } = call;
  if (!report || session === undefined) return;
  const manager = context.compactors.of(request.tenant, api, onDisk).manager(route.upstreamModel);
  const checkpoint = await checkpointOf(manager, session);
  const writer = call.summarizer ?? context.compactors.summarizer;
  const window = call.sent() as readonly JsonRecord[];
  await keepCompaction(
    context,
    { request, onDisk },
    {
      version: 1,
      id: context.newId("cmp"),
      session,
      createdAt: Math.floor(context.now() / 1000),
      items: window.filter((item) => !isApplicationItem(item)),
      users: items.filter(({ role }) => role === "user").map(messageDigest),
      account: accountOf({
        origin: call.compaction() === "overflow_recovered" ? "overflow" : "automatic",
        api,
        route,
        itemsBefore: items.length,
        tokens: report.tokensBefore,
        report,
        ...(checkpoint ? { checkpoint } : {}),
        ...(writer?.model === undefined ? {} : { summaryModel: writer.model }),
        degraded: summaryDegradation(writer, report),
        prices: context.compactors.prices,
      }),
    },
  );
}
