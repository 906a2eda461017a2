const MAX_PATH_CHARACTERS = 400;
const EXTENSION = /[^\s/\\.][.][A-Za-z][A-Za-z0-9_]{0,9}$/;
const KNOWN_NAME =
  /^(?:Makefile|Dockerfile|Containerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Justfile|\.[a-z][\w.-]{1,40})$/;

/** True for a value that names a file: with a folder or an extension, on one line, and not an address of the web. */
export function looksLikePath(value: string): boolean {
  if (value.length < 2 || value.length > MAX_PATH_CHARACTERS || /[\n\r\t<>|"]/.test(value)) return false;
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(value) && !value.startsWith("file://")) return false;
  if (/\s/.test(value) && !/^(?:[/~]|[A-Za-z]:\\)/.test(value)) return false;
  if (/^(?:[/~]|\.{1,2}\/|[A-Za-z]:[\\/])/.test(value)) return /[\w\p{L}]/u.test(value);
  const name = value.split(/[\\/]/).at(-1) ?? "";
  return (
    EXTENSION.test(value) ||
    KNOWN_NAME.test(name) ||
    (/^[\w@.-]+(?:\/[\w@.+-]+)+$/.test(value) && !/^\d+\/\d+$/.test(value))
  );
}
