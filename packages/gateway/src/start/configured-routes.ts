import type { Environment, Settings } from "plimsoll/node";
import { demoVendor } from "../demo/demo-vendor.js";
import { buildRoutes } from "../routes/build-routes.js";
import type { Routes } from "../routes/route.js";
import type { GatewaySettings } from "../settings/gateway-settings.js";
import { vendorByName } from "../vendors/vendors.js";

/** The routes of a configuration, with every vendor that is known. */
export function configuredRoutes(
  settings: GatewaySettings,
  models: Settings["models"],
  { cwd, environment }: { readonly cwd: string; readonly environment: Environment },
): Routes {
  const find = (name: string) => (name === demoVendor.name ? demoVendor : vendorByName(name));
  return buildRoutes(settings, { vendorByName: find, environment, cwd, models });
}
