/** A built-in method, and what one call of it looks at. */
interface Hook {
  readonly owner: object;
  readonly name: string;
  readonly cost: (self: never, given: readonly never[], result: never) => number;
}

const one = (): number => 1;
const whole = (self: { readonly length: number }): number => self.length + 1;
const copied = (_: unknown, __: unknown, result: { readonly length: number }): number => result.length + 1;

/** Characters that a search passes before it finds something, or all of them. */
function searched(self: string, given: readonly number[], found: number): number {
  const from = given[1] ?? 0;
  return Math.max(0, (found === -1 ? self.length : found) - from) + 1;
}

/** What a regular expression reads at least: up to the end of its match, or of the text. */
function matched(
  self: RegExp & { readonly from?: number },
  text: string,
  match: RegExpExecArray | null,
): number {
  const from = self.from ?? 0;
  if (match !== null) return match.index + match[0].length - from + 1;
  const isFixed = self.sticky || (self.source.startsWith("^") && !self.multiline);
  return isFixed ? 1 : Math.max(0, String(text).length - from) + 1;
}

const hook = (owner: object, names: string, cost: Hook["cost"]): Hook[] =>
  names.split(" ").map((name) => ({ owner, name, cost }));

const HOOKS: readonly Hook[] = [
  ...hook(String.prototype, "charCodeAt codePointAt charAt at slice substring startsWith endsWith", one),
  ...hook(String.prototype, "indexOf", searched as Hook["cost"]),
  ...hook(String.prototype, "lastIndexOf toLowerCase toUpperCase normalize repeat", whole as Hook["cost"]),
  ...hook(Array.prototype, "filter map flatMap forEach reduce sort splice join", whole as Hook["cost"]),
  ...hook(Array.prototype, "slice concat", copied as Hook["cost"]),
  ...hook(Array.prototype, "indexOf includes findIndex find", whole as Hook["cost"]),
];

/**
 * How much a task looks at: characters that it reads or searches, entries of lists that it passes. For assertions on how
 * cost grows that no busy machine can upset. Built-in methods are replaced while the task runs, and only then.
 */
export async function countedWork(task: () => unknown): Promise<number> {
  let work = 0;
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: string, make: (original: CallableFunction) => unknown): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    Object.defineProperty(owner, name, { ...descriptor, value: make(descriptor.value as CallableFunction) });
    restore.push(() => Object.defineProperty(owner, name, descriptor));
  };
  const { apply } = Reflect;
  for (const { owner, name, cost } of HOOKS) {
    replace(
      owner,
      name,
      (original) =>
        function (this: never, ...given: never[]): unknown {
          const result: unknown = apply(original as () => unknown, this, given);
          work += cost(this, given, result as never);
          return result;
        },
    );
  }
  const { indexOf } = String.prototype;
  replace(
    String.prototype,
    "includes",
    () =>
      function (this: string, wanted: string, from = 0): boolean {
        const found = apply(indexOf, this, [wanted, from]);
        return found !== -1;
      },
  );
  replace(
    RegExp.prototype,
    "exec",
    (original) =>
      function (this: RegExp, text: string): RegExpExecArray | null {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const match = apply(original as RegExp["exec"], this, [text]);
        work += matched(
          { sticky: this.sticky, source: this.source, multiline: this.multiline, from } as never,
          text,
          match,
        );
        return match;
      },
  );
  try {
    await task();
  } finally {
    for (const undo of restore.reverse()) undo();
  }
  return work;
}
