export {
  type ChangedLevel,
  changeLevels,
  type LevelLine,
} from "./change-levels.ts";
export { closeStock, holdStock } from "./close-stock.ts";
export { diffStockEffects } from "./diff-stock-effects.ts";
export type { LocationKeeper } from "./inventory-deps.ts";
export { openLevels } from "./level-store.ts";
export { holdLocations } from "./locations/hold-locations.ts";
export { createPrimaryLocation, insertLocation } from "./locations/insert-location.ts";
export { primaryLocation } from "./locations/primary-location.ts";
export { type SendingPlace, sendingPlace } from "./locations/sending-place.ts";
export { inventoryModule } from "./module.ts";
export { type OpeningMovement, openStock } from "./open-stock.ts";
export {
  lockPrimaryStock,
  type PrimaryStock,
  setPrimaryStock,
} from "./set-primary-stock.ts";
export { type StockTarget, setStock } from "./set-stock.ts";
export { availableStock, type StockLocation, stockLocations } from "./stock-table.ts";
export {
  firstFree,
  type ShortLevel,
  type TakenUnits,
  takenValues,
  takeStockStatement,
} from "./take-stock.ts";
export { verifyStock } from "./verify-stock.ts";
export { levelWalk, movementWalk } from "./walk-stock.ts";
