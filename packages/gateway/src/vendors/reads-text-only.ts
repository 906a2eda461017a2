const FAMILIES: readonly RegExp[] = [
  /deepseek/iu,
  /gpt-oss/iu,
  /minimax-m[12]/iu,
  /kimi-k2(?!\.[5-9])/iu,
  /glm-(?:4|5)(?:\.\d)?(?![\d.]*v)/iu,
  /qwen\d?(?:\.\d)?-?(?:coder|max)|qwq/iu,
  /mimo-.{0,20}(?:pro|flash)/iu,
];

/** True for models, whoever serves them, that are known to refuse images. */
export function readsTextOnly(model: string): boolean {
  return FAMILIES.some((family) => family.test(model.slice(0, 200)));
}
