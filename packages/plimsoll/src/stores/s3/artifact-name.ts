const NAME = /(?:^|\/)(art_[0-9a-f]{32})\.(-?\d{1,16})\.(\d{1,16})$/;

/** An object of an artifact, by its name: which one, when it was last stored, and how long its text is. */
export interface ArtifactName {
  readonly key: string;
  readonly id: string;
  readonly time: number;
  readonly characters: number;
}

export function artifactFileName({ id, time, characters }: Omit<ArtifactName, "key">): string {
  return `${id}.${time}.${characters}`;
}

/** Undefined for an object of another kind. */
export function parseArtifactName(key: string): ArtifactName | undefined {
  const [, id, time, characters] = NAME.exec(key) ?? [];
  if (id === undefined) return undefined;
  return { key, id, time: Number(time), characters: Number(characters) };
}

/** Newest first; those of the same instant by id. */
export function compareNames(left: ArtifactName, right: ArtifactName): number {
  return right.time - left.time || (left.id < right.id ? -1 : 1);
}
