/** Codex understands a failure only inside a stream. A hint: nothing depends on its truth. */
export function isCodex(headers: Readonly<Record<string, string>>): boolean {
  return (headers["originator"] ?? headers["user-agent"] ?? "").toLowerCase().includes("codex");
}
