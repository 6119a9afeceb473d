import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createStore, type StoreWiring } from "./create-store.ts";
import { createCurrency } from "./currencies/create-currency.ts";
import { deleteCurrency } from "./currencies/delete-currency.ts";
import { countCurrencies, getCurrency, listCurrencies } from "./currencies/list-currencies.ts";
import { updateCurrency } from "./currencies/update-currency.ts";
import { getStore } from "./get-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import { type StoreUpdates, updateStore } from "./update-store.ts";

/** The settings of a store, its currencies, and the console operations about stores. */
export function storesRoutes(wiring: StoreWiring, updates: StoreUpdates): Route[] {
  const { facts } = updates;
  return [
    read(operations.getStore, getStore),
    write(operations.updateStore, (tx, call) => updateStore(updates, tx, call)),
    read(operations.listCurrencies, listCurrencies),
    read(operations.countCurrencies, countCurrencies),
    read(operations.getCurrency, getCurrency),
    write(operations.createCurrency, (tx, call) => createCurrency(facts, tx, call)),
    write(operations.updateCurrency, (tx, call) => updateCurrency(facts, tx, call)),
    write(operations.deleteCurrency, (tx, call) => deleteCurrency(facts, tx, call)),
    read(operations.listOwnStores, (database, { signed_in, query }) =>
      listOwnStores(database, { account_id: signed_in.account_id, ...query }, wiring.addresses),
    ),
    write(operations.createStore, async (tx, { signed_in, body }) => ({
      store: await createStore(tx, { owner: signed_in, input: body }, wiring),
    })),
  ];
}
