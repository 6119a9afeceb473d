export { createStore, type StoreWiring } from "./create-store.ts";
export { listOwnStores } from "./list-own-stores.ts";
export { storesPages } from "./pages.ts";
export { storesRoutes } from "./routes.ts";
export {
  findStore,
  findStoreById,
  membershipOf,
  type StoreRow,
  storeOf,
} from "./store-rows.ts";
