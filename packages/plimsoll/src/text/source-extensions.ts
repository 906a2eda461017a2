const CODE = `
  js jsx cjs mjs ts tsx cts mts py pyi rb rs go java kt kts scala swift c cc cpp cxx h hh hpp cs fs php pl pm lua r jl
  ex exs erl hs ml clj dart zig nim sh bash zsh ps1 sql css scss less vue svelte proto gradle tf toml yaml yml md rst`;
const OTHER = `
  html htm json jsonl jsonc json5 ini cfg conf env lock txt csv tsv log xml ipynb svg png jpg jpeg gif pdf zip gz tgz tar`;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const MAX_EXTENSION = 9;
const MIN_STEM = 2;

/** Endings of files that people write: programs, their settings, their prose. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = words(CODE);

/** Endings by which a bare name is a file for certain. */
const FILE_EXTENSIONS: ReadonlySet<string> = words(CODE + OTHER);

/** Members of well-known objects that have the ending of a file. */
const MEMBERS: ReadonlySet<string> = new Set([
  "console.log",
  "math.log",
  "np.log",
  "torch.log",
  "process.env",
]);
/** Node.js and its kind. */
const PRODUCT = /^[A-Z][a-z]+\.js$/;
/** The end of a name with blanks, such as `Screenshot at 01.27.21.png`: a time, and no name. */
const CLOCK = /^\d{1,2}\.\d{2}\.\d{2}\.\w+$/;
const BARE_NAME = /^[\w\u00c0-\u024f\u0370-\u052f][\w.\u00c0-\u024f\u0370-\u052f-]{1,100}$/;

/** The ending of a name in lower case, without its dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name.length - dot > MAX_EXTENSION ? "" : name.slice(dot + 1).toLowerCase();
}

/** True for `main.zig`, `foo.test.ts`: a name without a folder that can only be a file. Not for `theme.bold` or `Node.js`. */
export function isFileName(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return (
    dot >= MIN_STEM &&
    FILE_EXTENSIONS.has(name.slice(dot + 1)) &&
    BARE_NAME.test(name) &&
    !isMember(name) &&
    !CLOCK.test(name)
  );
}

const isMember = (name: string): boolean => PRODUCT.test(name) || MEMBERS.has(name.toLowerCase());

/** Files that are known only by a name that is also a word. */
export const FILE_WORDS: ReadonlySet<string> = words(
  "Makefile Dockerfile Containerfile LICENSE README CHANGELOG Gemfile Rakefile Procfile Justfile",
);
