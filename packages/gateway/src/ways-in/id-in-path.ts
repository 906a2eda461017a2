/** The id in `/v1/things/{id}`, and in what stands below it. One that is wrongly encoded stands for itself: nobody has it. */
export function idInPath(path: string): string {
  const part = path.split("/")[3] ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
