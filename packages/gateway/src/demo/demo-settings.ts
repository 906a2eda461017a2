import { DEFAULT_TIMEOUTS, type GatewaySettings } from "../settings/gateway-settings.js";
import { DEMO_WINDOW } from "./demo-answer.js";
import { demoVendor } from "./demo-vendor.js";

const OUTPUT_RESERVE = 1000;
/** What clients ask for that know no other name. Those that ask for Claude speak Messages, which the built-in model does not. */
const ALIASES = ["gpt-5"];

/** Settings in which the built-in model answers, for a gateway that has no route. */
export function demoSettings(settings: GatewaySettings, baseUrl: string): GatewaySettings {
  const { name } = demoVendor;
  return {
    ...settings,
    upstreams: [{ name, vendor: name, baseUrl, timeouts: DEFAULT_TIMEOUTS }],
    routes: [
      {
        model: name,
        upstream: name,
        aliases: ALIASES,
        fallbacks: [],
        policy: "auto",
        window: DEMO_WINDOW,
        outputReserve: OUTPUT_RESERVE,
        archive: "never",
        webSearch: false,
        summarizer: "configured",
      },
    ],
  };
}
