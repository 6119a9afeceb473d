import type { Transaction } from "@souk/database";
import type { Cause } from "../../../../routing/actor.ts";
import type { Store } from "../../../../routing/call.ts";
import { addVariant } from "../../../catalog/index.ts";
import type { WantedStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { WriteKit } from "./write-kit.ts";

type UpdatePlan = Extract<ProductPlan, { kind: "update" }>;

/** Adds the variants that a product's rows have and the product has not, with their stock at every location. */
export async function addVariants(
  kit: WriteKit,
  tx: Transaction,
  store: Store,
  { plan, cause }: { plan: UpdatePlan; cause: Cause },
): Promise<void> {
  const stock: WantedStock[] = [];
  for (const { fields, options, stock: wishes } of plan.added) {
    const input = { ...fields, options };
    const id = await addVariant(kit, tx, { store, cause, product_id: plan.id, input });
    stock.push(...wishes.map((wish) => ({ variant_id: id, ...wish })));
  }
  await kit.setStock.made(tx, store, { stock, why: { cause, context: "product/update", reason: "import" } });
}
