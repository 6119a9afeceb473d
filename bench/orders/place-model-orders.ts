import { operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { createInProcessApi, type TestStore } from "@souk/testkit";
import { buildThreeLineOrder } from "./three-line-order.ts";

/** Place the two orders from which all other orders are copied. The second one is paid. @param variantIds the ids of six variants */
export async function placeModelOrders(
  database: Database,
  { store }: TestStore,
  variantIds: readonly number[],
): Promise<void> {
  // With `bypass`, neither stock nor products change.
  const bypass = { inventory_behaviour: "bypass" };
  const api = createInProcessApi(database);
  const payment = {
    transactions: [{ kind: "sale", status: "success", amount: "10000.00", gateway: { title: "Cash" } }],
  };
  await api.text(operations.createOrder, store, {
    body: { ...buildThreeLineOrder(variantIds.slice(0, 3)), ...bypass },
  });
  await api.text(operations.createOrder, store, {
    body: { ...buildThreeLineOrder(variantIds.slice(3, 6)), ...bypass, ...payment },
  });
}
