import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createStore, type StoreWiring } from "./create-store.ts";
import { getStore } from "./get-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import { type StoreUpdates, updateStore } from "./update-store.ts";

/** The settings of a store, and the console operations about stores. */
export function storesRoutes(wiring: StoreWiring, updates: StoreUpdates): Route[] {
  return [
    read(operations.getStore, getStore),
    write(operations.updateStore, (tx, call) => updateStore(updates, tx, call)),
    read(operations.listOwnStores, (database, { signed_in, query }) =>
      listOwnStores(database, { account_id: signed_in.account_id, ...query }, wiring.addresses),
    ),
    write(operations.createStore, async (tx, { signed_in, body }) => ({
      store: await createStore(tx, { owner: signed_in, input: body }, wiring),
    })),
  ];
}
