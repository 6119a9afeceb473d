import { operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { createPracticeApi, type PracticeShop } from "@souk/platform";
import { orderOfThree } from "./order-of-three.ts";

/** Places the two orders that others are copied from, one of them paid, by the platform's own code. @param variantIds six */
export async function placeModels(
  database: Database,
  { store }: PracticeShop,
  variantIds: readonly number[],
): Promise<void> {
  // Stock stays as it is, and so do the products.
  const bypass = { inventory_behaviour: "bypass" };
  const api = createPracticeApi(database);
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
