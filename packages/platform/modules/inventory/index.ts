export {
  type ChangedLevel,
  type ChangeLevels,
  createChangeLevels,
  type LevelLine,
} from "./change-levels.ts";
export { closeStock, holdStock } from "./close-stock.ts";
export { openLevels } from "./level-store.ts";
export type { LocationKeeper } from "./locations/delete-location.ts";
export { holdLocations } from "./locations/hold-locations.ts";
export { createPrimaryLocation, insertLocation } from "./locations/insert-location.ts";
export { primaryLocation } from "./locations/primary-location.ts";
export { type SendingPlace, sendingPlace } from "./locations/sending-place.ts";
export { type OpeningMovement, openStock } from "./open-stock.ts";
export { inventoryRoutes } from "./routes.ts";
export { sealLedger } from "./seal-ledger.ts";
export {
  createSetPrimaryStock,
  lockPrimaryStock,
  type PrimaryStock,
  type SetPrimaryStock,
} from "./set-primary-stock.ts";
export { createSetStock, type SetStock, type WantedStock } from "./set-stock.ts";
export { shareDifference } from "./share-difference.ts";
export { availableStock, type StockLocation, stockLocations } from "./stock-table.ts";
export {
  firstFree,
  type ShortLevel,
  type TakenUnits,
  takenValues,
  takeStockStatement,
} from "./take-stock.ts";
export { registerInventoryTopics } from "./topics.ts";
export { verifyStock } from "./verify-stock.ts";
export { levelWalk, movementWalk } from "./walk-stock.ts";
