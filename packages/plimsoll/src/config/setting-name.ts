/** `triggerPct` as it is written in files: `trigger_pct`. */
export function fileName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** How settings are named to the user: as in files, or as in code. */
export type NameStyle = "file" | "code";

export function settingName(name: string, style: NameStyle): string {
  return style === "file" ? fileName(name) : name;
}
