/** True for an address that an upstream may fetch by itself. */
export function isHttpsUrl(url: string): boolean {
  return /^https:\/\//iu.test(url) && URL.canParse(url);
}
