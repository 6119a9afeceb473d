export { createLocation, createPrimaryLocation, type NewLocation } from "./create-location.ts";
export { type OpeningStock, openStock } from "./open-stock.ts";
export { inventoryRoutes } from "./routes.ts";
export {
  createSetPrimaryStock,
  lockPrimaryStock,
  type PrimaryStock,
  type SetPrimaryStock,
  type StockCause,
} from "./set-primary-stock.ts";
export { registerInventoryTopics } from "./topics.ts";
export { type StockDifference, verifyStock } from "./verify-stock.ts";
