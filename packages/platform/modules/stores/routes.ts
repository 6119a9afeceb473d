import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { assertEmailVerified } from "../../infrastructure/verified-email.ts";
import { createStore } from "./create-store.ts";
import { createCurrency } from "./currencies/create-currency.ts";
import { deleteCurrency } from "./currencies/delete-currency.ts";
import { countCurrencies, getCurrency, listCurrencies } from "./currencies/list-currencies.ts";
import { updateCurrency } from "./currencies/update-currency.ts";
import { getStore } from "./get-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import type { StoresDeps } from "./stores-deps.ts";
import { updateStore } from "./update-store.ts";

/** Create the routes of a store's settings and currencies, and of the console operations about stores. */
export function createStoreRoutes(deps: StoresDeps): Route[] {
  return [
    read(operations.getStore, getStore),
    write(operations.updateStore, (tx, call) => updateStore(deps, tx, call)),
    read(operations.listCurrencies, listCurrencies),
    read(operations.countCurrencies, countCurrencies),
    read(operations.getCurrency, getCurrency),
    write(operations.createCurrency, createCurrency),
    write(operations.updateCurrency, updateCurrency),
    write(operations.deleteCurrency, deleteCurrency),
    read(operations.listOwnStores, (database, { signed_in, query }) =>
      listOwnStores(database, { account_id: signed_in.account_id, ...query }, deps.addresses),
    ),
    write(operations.createStore, async (tx, { signed_in, body }) => {
      assertEmailVerified(signed_in);
      return { store: await createStore(tx, { owner: signed_in, input: body }, deps) };
    }),
  ];
}
