export { createLocation, createPrimaryLocation } from "./create-location.ts";
export { type OpeningStock, openStock } from "./open-stock.ts";
export { inventoryRoutes } from "./routes.ts";
export {
  createSetPrimaryStock,
  lockPrimaryStock,
  type PrimaryStock,
  type SetPrimaryStock,
} from "./set-primary-stock.ts";
export { registerInventoryTopics } from "./topics.ts";
export { verifyStock } from "./verify-stock.ts";
