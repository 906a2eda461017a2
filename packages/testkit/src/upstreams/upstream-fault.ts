/** What goes wrong with the next requests, instead of their answer. */
export type UpstreamFault =
  /** Refused, in the vendor's own shape unless a body is given. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly message?: string;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: readonly object[];
      readonly body?: string;
    }
  /** The connection is reset before any header. */
  | { readonly kind: "reset" }
  /** The stream breaks off after this many events. @default in the middle */
  | { readonly kind: "cut"; readonly afterEvents?: number }
  /** The stream waits behind this many events until the fault is released. @default before the first */
  | { readonly kind: "stall"; readonly afterEvents?: number }
  /** A text in place of a stream of events. */
  | { readonly kind: "garbage"; readonly text: string }
  /** The stream says the same again and again until the client leaves. */
  | { readonly kind: "endless" }
  /** An error inside a stream that began well, and its end. @default in the middle */
  | {
      readonly kind: "error_event";
      readonly status: number;
      readonly message?: string;
      readonly type?: string;
      readonly afterEvents?: number;
    };

/** A fault that was queued. */
export interface FaultHandle {
  /** How many requests met it so far. */
  readonly hits: number;
  /** Lets every request go on that waits for it, now and later. */
  release(): void;
}

/** A fault that a request met. */
export interface MetFault {
  readonly fault: UpstreamFault;
  readonly released: Promise<void>;
}

export interface FaultQueue {
  add(fault: UpstreamFault, times?: number): FaultHandle;
  take(): MetFault | undefined;
  /** A fault of one request alone. */
  meet(fault: UpstreamFault): MetFault;
  /** Releases everything that waits. */
  close(): void;
}

interface Entry {
  readonly met: MetFault;
  readonly release: () => void;
  left: number;
  hits: number;
}

function createEntry(fault: UpstreamFault, times: number): Entry {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { met: { fault, released }, release, left: times, hits: 0 };
}

/** Faults in the order in which requests meet them. */
export function createFaultQueue(): FaultQueue {
  const entries: Entry[] = [];
  return {
    add(fault, times = 1) {
      const entry = createEntry(fault, times);
      entries.push(entry);
      return {
        get hits() {
          return entry.hits;
        },
        release: entry.release,
      };
    },
    take() {
      const entry = entries.find(({ left }) => left > 0);
      if (entry === undefined) return undefined;
      entry.left -= 1;
      entry.hits += 1;
      return entry.met;
    },
    meet(fault) {
      const entry = createEntry(fault, 0);
      entries.push(entry);
      return entry.met;
    },
    close() {
      for (const entry of entries) entry.release();
    },
  };
}
