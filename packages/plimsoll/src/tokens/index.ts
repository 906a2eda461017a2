/**
 * Counts tokens, and knows the windows, prices, usage shapes and overflow errors of models.
 *
 * @module
 */

export { createItemMeter, ENVELOPE_TOKENS } from "./create-item-meter.js";
export type { Encoding } from "./exact-estimator.js";
export type { ItemMeter } from "./item-meter.js";
export { lookUpModel, type ModelLimits, type ModelOverrides } from "./model-catalogue.js";
export { type OverflowFinding, recognizeOverflow } from "./overflow-error.js";
export { lookUpPrices, type ModelPrices, type PriceOverrides } from "./prices.js";
export type { TextCounter, TokenSeams } from "./token-seams.js";
export { type NormalizedUsage, normalizeUsage } from "./usage.js";
export type { ModelData } from "./models.js";
