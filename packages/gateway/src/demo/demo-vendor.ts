import type { Vendor } from "../vendors/vendor.js";

/** Who serves the built-in model. */
export const demoVendor: Vendor = {
  name: "demo",
  title: "The built-in scripted model",
  protocols: ["chat"],
  auth: "none",
  examples: ["demo"],
  quirks: () => ({}),
  notes: ["Starts with the gateway where nothing is configured."],
};
