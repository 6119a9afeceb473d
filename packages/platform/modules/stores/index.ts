export { createStore, type StoreCreation } from "./create-store.ts";
export { type Conversion, readConversion } from "./currencies/read-conversion.ts";
export { listOwnStores } from "./list-own-stores.ts";
export { storesModule } from "./module.ts";
export type { OwnStore } from "./own-store.ts";
export { findCurrencyError } from "./settings-rules.ts";
export {
  findMembership,
  findStore,
  findStoreById,
  loadStoreContact,
  loadStoreName,
  type StoreRow,
  toStore,
} from "./store-rows.ts";
export type { PrecisionLoss, StoresDeps } from "./stores-deps.ts";
