export { createStore, type StoreOrder } from "./create-store.ts";
export { type Conversion, readConversion } from "./currencies/read-conversion.ts";
export { listOwnStores } from "./list-own-stores.ts";
export { storesModule } from "./module.ts";
export type { OwnStore } from "./own-store.ts";
export { findCurrencyError } from "./settings-rules.ts";
export {
  findMembership,
  findStore,
  findStoreById,
  type StoreRow,
  storeContact,
  storeName,
  toStore,
} from "./store-rows.ts";
export type { AmountLosingPrecision, StoresDeps } from "./stores-deps.ts";
