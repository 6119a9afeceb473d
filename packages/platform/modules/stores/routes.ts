import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createStore, type StoreWiring } from "./create-store.ts";
import { listOwnStores } from "./list-own-stores.ts";

/** The console operations about stores. */
export function storesRoutes(wiring: StoreWiring): Route[] {
  return [
    read(operations.listOwnStores, (database, { signed_in, query }) =>
      listOwnStores(database, { account_id: signed_in.account_id, ...query }, wiring.addresses),
    ),
    write(operations.createStore, async (tx, { signed_in, body }) => ({
      store: await createStore(tx, { owner: signed_in, input: body }, wiring),
    })),
  ];
}
