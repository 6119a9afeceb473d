export {
  type ChangedLevel,
  changeLevels,
  type LevelLine,
} from "./change-levels.ts";
export {
  buildCommitStockStatement,
  buildCommitStockValues,
  type CommittedUnits,
  firstRecordPlaceholder,
  type ShortLevel,
} from "./commit-stock.ts";
export { diffStockEffects } from "./diff-stock-effects.ts";
export { type InitialMovement, insertInitialStock } from "./initial-stock.ts";
export type { LocationDeletionCheck } from "./inventory-deps.ts";
export { createMissingLevels } from "./level-store.ts";
export { createPrimaryLocation, insertLocation } from "./locations/insert-location.ts";
export { loadAndLockLocations } from "./locations/load-and-lock-locations.ts";
export { loadOriginAddress, type OriginAddress } from "./locations/origin-address.ts";
export { loadPrimaryLocationId } from "./locations/primary-location.ts";
export { deleteLevels, lockVariantStock } from "./lock-and-delete-levels.ts";
export { inventoryModule } from "./module.ts";
export {
  lockPrimaryStock,
  type PrimaryStock,
  setPrimaryStock,
} from "./set-primary-stock.ts";
export { type StockTarget, setStock } from "./set-stock.ts";
export { loadAvailableStock, loadStockLocations, type StockLocation } from "./stock-table.ts";
export { verifyStock } from "./verify-stock.ts";
export { levelWalk, movementWalk } from "./walk-stock.ts";
