import { throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import {
  createProducts,
  type InsertedProduct,
  lockCurrencyExponent,
  type ReadNewProduct,
  readNewProduct,
} from "../../../catalog/index.ts";
import { holdLocations, type StockTarget, setStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { PlansToWrite } from "./plans-to-write.ts";
import { writeImages } from "./write-images.ts";

type NewProduct = Extract<ReadNewProduct, { ok: true }>["product"];
type CreatePlan = Extract<ProductPlan, { kind: "create" }>;

/** Create the new products of plans, with their stock at every location and their images. */
export async function createPlanned(
  tx: Transaction,
  store: Store,
  { plans, images, cause }: PlansToWrite,
): Promise<void> {
  const made = plans.filter((plan) => plan.kind === "create");
  if (made.length === 0) return;
  const writing = { exponent: await lockCurrencyExponent(tx, store), zone: store.timezone };
  const locked = await holdLocations(tx, store, collectLocationIds(made));
  const stocked = made.map((plan) => keepLockedStock(plan, locked));
  const products = stocked.map((plan) => newProduct(plan, writing));
  const inserted = await createProducts(tx, { store, cause, products });
  const pairs = stocked.map((plan, index) => ({ plan, product: inserted[index] ?? rejectTakenHandle(plan) }));
  const stock = pairs.flatMap(({ plan, product }) => toStockTargets(plan, product));
  await setStock.counted(tx, store, {
    stock,
    why: { cause, context: "product/create", reason: "import" },
  });
  await writeImages(tx, store, {
    plans: pairs.map(({ plan, product }) => ({ ...plan, id: product.id })),
    images,
  });
}

function rejectTakenHandle({ draft }: CreatePlan): never {
  const sentence = `Another product has the handle ${draft.handle}.`;
  return throwFieldError("handle", "not_unique", { resource: "product" }, sentence);
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
  if (!read.ok) return throwApiError("invalid", { fields: read.fields });
  const totals = variants.map(({ stock }) => stock.reduce((sum, { quantity }) => sum + quantity, 0));
  return {
    ...read.product,
    variants: read.product.variants.map((variant, index) => ({ ...variant, total: totals[index] ?? 0 })),
  };
}

function collectLocationIds(plans: readonly CreatePlan[]): number[] {
  const ids = plans.flatMap(({ variants }) =>
    variants.flatMap(({ stock }) => stock.map(({ location_id }) => location_id)),
  );
  return [...new Set(ids)];
}

/** Remove the stock of a location that has just been deleted from a plan. */
function keepLockedStock(plan: CreatePlan, locked: ReadonlyMap<number, unknown>): CreatePlan {
  const variants = plan.variants.map((variant) => ({
    ...variant,
    stock: variant.stock.filter(({ location_id }) => locked.has(location_id)),
  }));
  return { ...plan, variants };
}

function toStockTargets({ variants }: CreatePlan, { variant_ids }: InsertedProduct): StockTarget[] {
  return variants.flatMap(({ stock }, index) =>
    stock.map((planned): StockTarget => ({ variant_id: variant_ids[index] ?? 0, ...planned })),
  );
}
