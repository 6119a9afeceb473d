import type { Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createStore, type StoreCreation } from "./create-store.ts";
import type { OwnStore } from "./own-store.ts";
import { createStorePages } from "./pages.ts";
import { createStoreRoutes } from "./routes.ts";
import { storeRenderers } from "./snapshot-renderers.ts";
import { findStore, findStoreById } from "./store-rows.ts";
import type { StoresDeps } from "./stores-deps.ts";

/** The functions of this module that other modules and the runtime call. */
export interface StoresApi {
  createStore(tx: Queryable, creation: StoreCreation): Promise<OwnStore>;
  findStore(db: Queryable, handle: string): Promise<Store | null>;
  findStoreById(db: Queryable, id: number): Promise<Store | null>;
}

/** Create the module of stores, their settings and currencies. */
export function storesModule(deps: StoresDeps): ModuleWith<StoresApi> {
  return {
    name: "stores",
    tables: ["stores", "memberships", "currencies"],
    routes: createStoreRoutes(deps),
    pages: createStorePages(deps),
    snapshotRenderers: storeRenderers,
    api: {
      createStore: (tx, creation) => createStore(tx, creation, deps),
      findStore: (db, handle) => findStore(db, handle, deps.addresses),
      findStoreById: (db, id) => findStoreById(db, id, deps.addresses),
    },
  };
}
