import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../../events/facts.ts";
import type { Store } from "../../../../routing/call.ts";
import { type ProductDocuments, tellChanged, updateProducts } from "../../../catalog/index.ts";
import { createSetPrimaryStock, createSetStock, type WantedStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import { addVariants } from "./add-variants.ts";
import { createPlanned } from "./create-planned.ts";
import { writeImages } from "./write-images.ts";
import type { WriteKit } from "./write-kit.ts";
import type { PlansToWrite, WritePlans } from "./write-plans.ts";

type UpdatePlan = Extract<ProductPlan, { kind: "update" }>;

/** Makes the function that writes what plans say, in a few round trips however many they are. */
export function createWritePlans(facts: FactRegistry, documents: ProductDocuments): WritePlans {
  const kit: WriteKit = {
    facts,
    documents,
    setPrimaryStock: createSetPrimaryStock(facts),
    setStock: createSetStock(facts),
  };
  return async (tx, store, write) => {
    const updates = write.plans.filter((plan) => plan.kind === "update");
    // Levels are locked before variants, and these before the products; what is new nobody else can hold.
    await setStockOf(kit, tx, store, { updates, cause: write.cause });
    await writeUpdates(kit, tx, store, { ...write, updates });
    await createPlanned(kit, tx, store, write);
  };
}

async function setStockOf(
  { setStock }: WriteKit,
  tx: Transaction,
  store: Store,
  { updates, cause }: { updates: readonly UpdatePlan[]; cause: PlansToWrite["cause"] },
): Promise<void> {
  const stock = updates.flatMap(({ changed }) =>
    changed.flatMap(({ id, stock }) => stock.map((wish): WantedStock => ({ variant_id: id, ...wish }))),
  );
  await setStock.known(tx, store, { stock, why: { cause, context: "product/update", reason: "import" } });
}

function changesFields({ fields, changed }: UpdatePlan): boolean {
  return Object.keys(fields).length > 0 || changed.some((variant) => Object.keys(variant.fields).length > 0);
}

async function writeUpdates(
  kit: WriteKit,
  tx: Transaction,
  store: Store,
  { updates, images, cause }: PlansToWrite & { updates: readonly UpdatePlan[] },
): Promise<void> {
  const told = updates.filter(changesFields);
  const changes = told.map(({ id, fields, changed }) => ({
    id,
    input: fields,
    variants: changed.map((variant) => ({ id: variant.id, input: variant.fields, path: "" })),
    path: "",
  }));
  if (changes.length > 0) await updateProducts(kit, tx, { store, cause, changes });
  for (const plan of updates) await addVariants(kit, tx, store, { plan, cause });
  const grown = await writeImages(tx, store, { plans: updates, images });
  // Each is told once, whatever else of it has changed.
  const known = new Set([...told, ...updates.filter(({ added }) => added.length > 0)].map(({ id }) => id));
  const stocked = updates
    .filter(({ changed }) => changed.some(({ stock }) => stock.length > 0))
    .map(({ id }) => id);
  const ids = [...new Set([...grown, ...stocked])].filter((id) => !known.has(id)).sort((a, b) => a - b);
  await tellChanged(kit.facts, tx, { store, cause, ids });
}
