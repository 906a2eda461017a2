import { dirname, join } from "node:path";
import type { GatewaySettings } from "../settings/gateway-settings.js";

/** Where the sealing keys of a gateway are: beside the keys of its clients. */
export const sealingKeysFile = ({ keysFile }: Pick<GatewaySettings, "keysFile">): string =>
  join(dirname(keysFile), "gateway-sealing-keys");
