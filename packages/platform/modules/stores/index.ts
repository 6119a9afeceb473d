export { createStore, type StoreOrder, type StoreWiring } from "./create-store.ts";
export { type Conversion, readConversion } from "./currencies/read-conversion.ts";
export { listOwnStores } from "./list-own-stores.ts";
export type { OwnStore } from "./own-store.ts";
export { storesPages } from "./pages.ts";
export { storesRoutes } from "./routes.ts";
export { currencyFault } from "./settings-rules.ts";
export {
  findStore,
  findStoreById,
  membershipOf,
  type StoreRow,
  storeContact,
  storeName,
  storeOf,
} from "./store-rows.ts";
export { registerStoreTopics } from "./topics.ts";
export type { CutAmount, StoreAmounts } from "./update-store.ts";
