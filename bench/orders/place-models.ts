import { operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { createInProcessApi, type PracticeStore } from "@souk/testkit";
import { orderOfThree } from "./three-line-order.ts";

/** Place the two orders that others are copied from, one of them paid, by the platform's own code. @param variantIds six */
export async function placeModels(
  database: Database,
  { store }: PracticeStore,
  variantIds: readonly number[],
): Promise<void> {
  // Stock stays as it is, and so do the products.
  const bypass = { inventory_behaviour: "bypass" };
  const api = createInProcessApi(database);
  const paid = {
    transactions: [{ kind: "sale", status: "success", amount: "10000.00", gateway: { title: "Cash" } }],
  };
  await api.text(operations.createOrder, store, {
    body: { ...orderOfThree(variantIds.slice(0, 3)), ...bypass },
  });
  await api.text(operations.createOrder, store, {
    body: { ...orderOfThree(variantIds.slice(3, 6)), ...bypass, ...paid },
  });
}
