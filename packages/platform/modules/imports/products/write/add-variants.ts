import type { Transaction } from "@souk/database";
import type { Cause } from "../../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { addVariant } from "../../../catalog/index.ts";
import { type StockTarget, setStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";

type UpdatePlan = Extract<ProductPlan, { kind: "update" }>;

/**
 * Add the new variants of a product's plan, with their stock at every location.
 */
export async function addVariants(
  tx: Transaction,
  store: Store,
  { plan, cause }: { plan: UpdatePlan; cause: Cause },
): Promise<void> {
  const stock: StockTarget[] = [];
  for (const { fields, options, stock: plannedStock } of plan.addedVariants) {
    const input = { ...fields, options };
    const id = await addVariant(tx, { store, cause, product_id: plan.id, input });
    stock.push(...plannedStock.map((planned) => ({ variant_id: id, ...planned })));
  }
  await setStock.ofNewVariants(tx, store, {
    stock,
    changeReason: { cause, context: "product/update", reason: "import" },
  });
}
