type Fields = Readonly<Record<string, unknown>>;

export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** An object without the keys whose value is `undefined`, so that the items are plain JSON. */
export function compactObject(entries: Fields): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** The message with one more part behind those of `key`. */
export function withPart(message: object, key: string, part: object): object {
  const parts: unknown = Reflect.get(message, key);
  const own: unknown[] = Array.isArray(parts) ? parts : [{ type: "text", text: parts }];
  return { ...message, [key]: [...own, part] };
}

export const withMeta = (item: object, meta: Fields): object => (isEmpty(meta) ? item : { ...item, meta });
