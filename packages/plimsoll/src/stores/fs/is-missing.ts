/** Whether the file system says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ENOENT";
}
