import type { CompactEvent, EventOf } from "../events/compact-event.js";
import type { LoadMark, LoadPoint } from "./load-line.js";

export type Estimate = CompactEvent & EventOf<"compact.token_estimate">;
export type Choice = CompactEvent & EventOf<"compact.trigger_decision">;
export type Compacted = CompactEvent & EventOf<"compact.compacted">;

type Point = Omit<LoadPoint, "cost">;
type Mark = Omit<LoadMark, "undone" | "trigger">;

/** A request as it stands on the line, and what was measured of it. */
interface Request {
  point: Point;
  /** What was measured last, before calibration: the same list has the same number. */
  raw: number;
  readonly asked: Estimate;
  /** True if nothing was sent yet: a compaction between two requests made the window so large. */
  isComing: boolean;
}

const MAX_PLANNED = 64;

/**
 * Tells requests from measures. One request may be measured several times: when it is looked at, when it is sent, before and after its
 * compaction. A list that was only planned for, as for a preview or ahead of need, is no request at all.
 */
export class RequestLine {
  readonly marks: Mark[] = [];
  max = 0;
  trigger = 0;
  hardLimit = 0;
  model = "";
  readonly #requests: Request[] = [];
  readonly #told = new Set<string>();
  /** Plans that may be carried out later: what their list measured, by the number that the compaction will tell. */
  readonly #planned = new Map<number, Estimate>();
  /** A measure of which it is not known yet what it was made for. */
  #held: Estimate | undefined;
  /** The manual decision that was told last, until something else happens. */
  #asked: Estimate | undefined;
  /** The request that must be compacted before it is sent. */
  #compacting: Request | undefined;
  /** A prepared compaction covers the beginning of a request: so large is the request with the rest of it. */
  #withRest: number | undefined;

  get points(): readonly Point[] {
    this.#settle();
    return this.#requests.map(({ point }) => point);
  }

  measure(event: Estimate): void {
    this.#settle();
    this.#held = event;
    if (event.model !== "unknown" || this.model === "") this.model = event.model;
  }

  decide({ action, trigger, max, limit, policy }: Choice): void {
    const measured = this.#held;
    this.#held = undefined;
    if (measured && trigger === "manual") {
      this.#asked = measured;
      this.#planned.set(measured.t_est, measured);
      if (this.#planned.size > MAX_PLANNED)
        this.#planned.delete(this.#planned.keys().next().value ?? Number.NaN);
      if (this.max > 0) return;
    }
    const isRest = measured !== undefined && this.#isRest(measured);
    const request = measured && trigger !== "manual" ? this.#take(measured) : undefined;
    this.#compacting = action === "compact" && trigger !== "manual" ? request : undefined;
    // The rest of a request is measured against whatever window the caller named or not.
    if (isRest && this.max > 0) return;
    this.max = max;
    const buffer = policy.hard_cap_buffer < max ? policy.hard_cap_buffer : Math.floor(max / 8);
    this.hardLimit = Math.max(1, max - buffer);
    this.trigger =
      trigger === "none" ? limit : Math.min(Math.floor(max * policy.trigger_pct), this.hardLimit);
  }

  compacted(event: Compacted): void {
    const after = this.#held?.t_est === event.t_after ? this.#held : undefined;
    if (after) this.#held = undefined;
    else this.#settle();
    const request = this.#madeFor();
    this.#asked = undefined;
    this.#compacting = undefined;
    if (request && after) this.#fall(request, event, after);
    else if (after) this.#comes(event, after);
    else this.#mark(event, this.#requests.at(-1)?.point.request ?? 1);
  }

  /** The request that is being compacted; undefined for a compaction between requests. */
  #madeFor(): Request | undefined {
    const last = this.#requests.at(-1);
    const asked = this.#asked;
    // Whoever compacts the list of a request for a window of its own sends it next.
    if (asked) return last && asked.raw === last.raw && asked.max !== last.asked.max ? last : undefined;
    return this.#compacting;
  }

  #fall(request: Request, event: Compacted, after: Estimate): void {
    const plan = this.#planned.get(event.t_est);
    const rest = plan && request.asked.t_est !== event.t_est ? request.asked.raw - plan.raw : 0;
    this.#mark({ ...event, t_est: request.asked.t_est }, request.point.request);
    this.#put(request, after);
    this.#withRest = rest > 0 ? after.raw + rest : undefined;
  }

  /** What the next request begins with. */
  #comes(event: Compacted, after: Estimate): void {
    const last = this.#requests.at(-1);
    if (last?.isComing) this.#put(last, after);
    else this.#requests.push(this.#request(after, true));
    this.#mark(event, this.#requests.at(-1)?.point.request ?? 1);
  }

  #mark({ compaction_id: id, version, ts, t_est: before, t_after: after }: Compacted, request: number): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    this.marks.push({ request, id, version, ts, before, after });
  }

  /** A measure that nothing was decided by. */
  #settle(): void {
    const measured = this.#held;
    this.#held = undefined;
    if (measured) this.#take(measured);
  }

  #isRest({ raw, reported }: Estimate): boolean {
    return reported === undefined && this.#withRest !== undefined && raw === this.#withRest;
  }

  #take(measured: Estimate): Request {
    const isRest = this.#isRest(measured);
    this.#withRest = undefined;
    this.#asked = undefined;
    const last = this.#requests.at(-1);
    const isSame = last !== undefined && (isRest || (measured.raw === last.raw && !last.isComing));
    const sent = isSame || last?.isComing ? this.#requests.at(-2) : last;
    if (sent) reportTo(sent, measured);
    if (last && (isSame || last.isComing)) {
      this.#put(last, measured);
      last.isComing = false;
      return last;
    }
    const request = this.#request(measured, false);
    this.#requests.push(request);
    return request;
  }

  #request(measured: Estimate, isComing: boolean): Request {
    const last = this.#requests.at(-1)?.point;
    const number = (last?.request ?? 0) + 1;
    return { point: pointOf(measured, number, last), raw: measured.raw, asked: measured, isComing };
  }

  /** The request as it was measured now. Its mark falls to that, unless the compaction was made before there was a request. */
  #put(request: Request, measured: Estimate): void {
    const earlier = this.#requests.at(this.#requests.indexOf(request) - 1)?.point;
    request.raw = measured.raw;
    request.point = pointOf(measured, request.point.request, request.point.request > 1 ? earlier : undefined);
    if (request.isComing) return;
    this.marks.forEach((mark, index) => {
      if (mark.request === request.point.request && mark.before > measured.t_est)
        this.marks[index] = { ...mark, after: measured.t_est };
    });
  }
}

/** The provider tells with a request what it read of the one before. */
function reportTo(sent: Request, { reported, reported_cached: cached = 0 }: Estimate): void {
  if (reported === undefined || reported <= 0) return;
  sent.point = { ...sent.point, cached: Math.min(1, cached / reported), cachedIsGuess: false };
}

function pointOf(measured: Estimate, request: number, earlier: Point | undefined): Point {
  const { ts, t_est: tokens, sections: told } = measured;
  const { system, tools, memory, history, new_input: newInput } = told;
  const raw = Math.max(1, system + tools + memory + history + newInput);
  const share = (part: number): number => (part / raw) * tokens;
  const reusable = earlier === undefined ? 0 : Math.min(earlier.tokens, tokens);
  const isSmaller = earlier !== undefined && earlier.tokens > tokens;
  return {
    request,
    ts,
    tokens,
    sections: {
      system: share(system),
      tools: share(tools),
      memory: share(memory),
      history: share(history),
      newInput: share(newInput),
    },
    cached: tokens > 0 ? (isSmaller ? share(system + tools) : reusable) / tokens : null,
    cachedIsGuess: true,
  };
}
