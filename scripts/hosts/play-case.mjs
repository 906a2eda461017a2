// Plays the session on one host, for every API that its client can choose, streamed and not.
import { WINDOW } from "./session.mjs";
import { startStrictProvider } from "./strict-provider.mjs";

/** What went wrong; an empty text if nothing did. */
function problemOf(seen, { api, streams }) {
  const refused = seen.find(({ problem }) => problem !== undefined);
  if (refused) return `refused: ${JSON.stringify(refused)}`;
  const other = seen.find((request) => !api.startsWith(request.api));
  if (other) return `went to ${other.api}`;
  if (streams && !seen.some((request) => request.streams)) return "nothing was streamed";
  const shrank = seen.some(({ items }, index) => items < (seen[index - 1]?.items ?? 0));
  return shrank ? "" : "nothing was compacted";
}

/** @param onPlayed hears each result as it comes */
export async function playCase(host, onPlayed = () => undefined) {
  const { apis, play } = await import(`./cases/${host}.mjs`);
  const played = [];
  for (const api of apis) {
    for (const streams of [false, true]) {
      const provider = await startStrictProvider({ window: WINDOW });
      const failure = await play({ url: provider.url, api, streams }).then(
        () => "",
        (error) => String(error?.stack ?? error).slice(0, 1500),
      );
      provider.stop();
      const { seen } = provider;
      const problem = failure === "" ? problemOf(seen, { api, streams }) : failure;
      played.push({ api, streams, requests: seen.length, problem });
      onPlayed(played.at(-1));
    }
  }
  return played;
}
