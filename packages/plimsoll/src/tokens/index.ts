/**
 * Counts tokens, and knows the windows, prices, usage shapes and overflow errors of models.
 *
 * @module
 */

export { createItemMeter, ENVELOPE_TOKENS } from "./create-item-meter.js";
export type { Encoding } from "./load-exact-estimator.js";
export type { ItemMeter } from "./item-meter.js";
export { lookUpModel, type ModelLimits, type ModelOverrides } from "./look-up-model.js";
export { type OverflowFinding, recognizeOverflow } from "./recognize-overflow.js";
export { lookUpPrices, type ModelPrices, type PriceOverrides } from "./prices.js";
export type { TextCounter, TokenSeams } from "./token-seams.js";
export { type NormalizedUsage, normalizeUsage } from "./normalize-usage.js";
export type { ModelData } from "./models.js";
