import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../../routing/call.ts";
import {
  createProducts,
  heldExponent,
  type InsertedProduct,
  type ReadNewProduct,
  readNewProduct,
} from "../../../catalog/index.ts";
import { holdLocations, type WantedStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import { writeImages } from "./write-images.ts";
import type { WriteKit } from "./write-kit.ts";
import type { PlansToWrite } from "./write-plans.ts";

type NewProduct = Extract<ReadNewProduct, { ok: true }>["product"];
type CreatePlan = Extract<ProductPlan, { kind: "create" }>;

/** Makes the new products of plans, with their stock at every location and their images. */
export async function createPlanned(
  kit: WriteKit,
  tx: Transaction,
  store: Store,
  { plans, images, cause }: PlansToWrite,
): Promise<void> {
  const made = plans.filter((plan) => plan.kind === "create");
  if (made.length === 0) return;
  const writing = { exponent: await heldExponent(tx, store), zone: store.timezone };
  const held = await holdLocations(tx, store, locationsOf(made));
  const stocked = made.map((plan) => heldStock(plan, held));
  const products = stocked.map((plan) => newProduct(plan, writing));
  const inserted = await createProducts(kit, tx, { store, cause, products });
  const pairs = stocked.map((plan, at) => ({ plan, product: inserted[at] ?? refuseTaken(plan) }));
  const stock = pairs.flatMap(({ plan, product }) => stockOf(plan, product));
  await kit.setStock.counted(tx, store, {
    stock,
    why: { cause, context: "product/create", reason: "import" },
  });
  await writeImages(tx, store, {
    plans: pairs.map(({ plan, product }) => ({ ...plan, id: product.id })),
    images,
  });
}

function refuseTaken({ draft }: CreatePlan): never {
  const message = `is taken: another product has the handle ${draft.handle}`;
  return refuse("invalid", { fields: [{ path: "handle", message }] });
}

function newProduct(
  { draft, fields, variants }: CreatePlan,
  writing: Parameters<typeof readNewProduct>[1],
): NewProduct {
  const input = {
    ...fields,
    handle: draft.handle,
    variants: variants.map((variant) => ({ ...variant.fields, options: variant.options })),
  };
  const read = readNewProduct(input, writing);
  if (!read.ok) return refuse("invalid", { fields: read.fields });
  const totals = variants.map(({ stock }) => stock.reduce((sum, { quantity }) => sum + quantity, 0));
  return {
    ...read.product,
    variants: read.product.variants.map((variant, at) => ({ ...variant, total: totals[at] ?? 0 })),
  };
}

function locationsOf(plans: readonly CreatePlan[]): number[] {
  const ids = plans.flatMap(({ variants }) =>
    variants.flatMap(({ stock }) => stock.map(({ location_id }) => location_id)),
  );
  return [...new Set(ids)];
}

/** A location that has just been deleted takes the stock of its column with it. */
function heldStock(plan: CreatePlan, held: ReadonlyMap<number, unknown>): CreatePlan {
  const variants = plan.variants.map((variant) => ({
    ...variant,
    stock: variant.stock.filter(({ location_id }) => held.has(location_id)),
  }));
  return { ...plan, variants };
}

function stockOf({ variants }: CreatePlan, { variant_ids }: InsertedProduct): WantedStock[] {
  return variants.flatMap(({ stock }, at) =>
    stock.map((wish): WantedStock => ({ variant_id: variant_ids[at] ?? 0, ...wish })),
  );
}
