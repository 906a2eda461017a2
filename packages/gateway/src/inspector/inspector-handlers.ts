import { answerInspection, inspectionEvents, pageFile } from "plimsoll-inspector";
import type { Inspection } from "plimsoll/inspection";
import { ApiError } from "../http/api-error.js";
import type { Handler } from "../http/handler.js";
import type { InboundRequest } from "../http/inbound-request.js";
import type { Handlers } from "../http/route-table.js";

export interface InspectorOptions {
  /** What the tenant may see. */
  inspectionOf(tenant: string): Inspection;
  /** The JSON of a body, within the limits. @throws ApiError 400 */
  parse(body: Buffer): unknown;
}

const API = "/v1/inspect/";
const PAGE = "/inspector";

/** The page of the inspector, and its API. The page is the same for everybody; what it shows needs a key. */
export function inspectorHandlers(options: InspectorOptions): Handlers {
  const api = apiHandler(options);
  return {
    [`GET ${PAGE}`]: servePage,
    [`GET ${PAGE}/*`]: servePage,
    [`GET ${API}events`]: eventsHandler(options),
    [`GET ${API}*`]: api,
    [`POST ${API}*`]: api,
  };
}

const servePage: Handler = async ({ path }, reply) => {
  if (path === PAGE) {
    reply.bytes(308, new Uint8Array(), { location: `${PAGE}/` });
    return;
  }
  const file = await pageFile(path.slice(PAGE.length + 1));
  if (!file) throw new ApiError(404, "The inspector has no such file.", { type: "not_found_error" });
  reply.bytes(200, file.bytes, file.headers);
};

const apiHandler =
  ({ inspectionOf, parse }: InspectorOptions): Handler =>
  async (request, reply) => {
    const { method, query, signal } = request;
    const body = method === "POST" ? parse(request.body.whole) : undefined;
    const path = request.path.slice(API.length);
    const answer = await answerInspection(inspectionOf(request.tenant), {
      method,
      path,
      query,
      body,
      signal,
    });
    noteFailure(request, answer.status);
    reply.bytes(answer.status, Buffer.from(answer.body), answer.headers);
  };

const eventsHandler =
  ({ inspectionOf }: InspectorOptions): Handler =>
  async ({ tenant, signal }, reply) => {
    const stream = reply.stream(200, { "content-type": "text/event-stream" });
    await inspectionEvents(inspectionOf(tenant), stream, { signal });
  };

function noteFailure({ notes }: InboundRequest, status: number): void {
  if (status >= 400) notes.error ??= `inspect_${status}`;
}
