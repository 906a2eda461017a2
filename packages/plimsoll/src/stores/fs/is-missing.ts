/** True if the error means that the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ENOENT";
}
