import type { Transaction } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { publishProductsUpdated, updateProducts } from "../../../catalog/index.ts";
import { type StockTarget, setStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import { addVariants } from "./add-variants.ts";
import { createPlannedProducts } from "./create-planned-products.ts";
import type { ProductPlansToWrite } from "./plans-to-write.ts";
import { writeImages } from "./write-images.ts";

type UpdatePlan = Extract<ProductPlan, { kind: "update" }>;

/** Create and update products according to their plans. */
export async function writePlans(
  tx: Transaction,
  store: Store,
  plansToWrite: ProductPlansToWrite,
): Promise<void> {
  const updates = plansToWrite.plans.filter((plan) => plan.kind === "update");
  // Lock inventory levels first, then variants, then products. New rows may be locked last, because no other transaction can lock the
  // rows that this transaction creates.
  await setPlannedStock(tx, store, { updates, cause: plansToWrite.cause });
  await writeUpdates(tx, store, { ...plansToWrite, updates });
  await createPlannedProducts(tx, store, plansToWrite);
}

async function setPlannedStock(
  tx: Transaction,
  store: Store,
  { updates, cause }: { updates: readonly UpdatePlan[]; cause: ProductPlansToWrite["cause"] },
): Promise<void> {
  const stockTargets = updates.flatMap(({ changedVariants }) =>
    changedVariants.flatMap(({ id, stock }) =>
      stock.map((plannedStock): StockTarget => ({ variant_id: id, ...plannedStock })),
    ),
  );
  await setStock.ofExistingVariants(tx, store, {
    stock: stockTargets,
    changeReason: { cause, context: "product/update", reason: "import" },
  });
}

function hasFieldChanges({ fields, changedVariants }: UpdatePlan): boolean {
  return (
    Object.keys(fields).length > 0 ||
    changedVariants.some((variant) => Object.keys(variant.fields).length > 0)
  );
}

/** Update products, add their new variants and images, and publish the products' update events. */
async function writeUpdates(
  tx: Transaction,
  store: Store,
  { updates, images, cause }: ProductPlansToWrite & { updates: readonly UpdatePlan[] },
): Promise<void> {
  const fieldUpdates = updates.filter(hasFieldChanges);
  const changes = fieldUpdates.map(({ id, fields, changedVariants }) => ({
    id,
    input: fields,
    variants: changedVariants.map((variant) => ({ id: variant.id, input: variant.fields, path: "" })),
    path: "",
  }));
  if (changes.length > 0) await updateProducts(tx, { store, cause, changes });
  for (const plan of updates) await addVariants(tx, store, { plan, cause });
  const idsWithNewImages = await writeImages(tx, store, { plans: updates, images });
  // Products with changed fields or new variants already have their events. Publish the events of the other changed products.
  const idsWithEvents = new Set(
    [...fieldUpdates, ...updates.filter(({ addedVariants }) => addedVariants.length > 0)].map(({ id }) => id),
  );
  const idsWithStockChanges = updates
    .filter(({ changedVariants }) => changedVariants.some(({ stock }) => stock.length > 0))
    .map(({ id }) => id);
  const ids = [...new Set([...idsWithNewImages, ...idsWithStockChanges])]
    .filter((id) => !idsWithEvents.has(id))
    .sort((a, b) => a - b);
  await publishProductsUpdated(tx, { ...cause, store }, ids);
}
