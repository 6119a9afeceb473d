import { throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import {
  createProducts,
  type InsertedProduct,
  lockCurrencyExponent,
  type NewProductResult,
  readNewProduct,
} from "../../../catalog/index.ts";
import { loadAndLockLocations, type StockTarget, setStock } from "../../../inventory/index.ts";
import type { ProductPlan } from "../plan/product-plan.ts";
import type { ProductPlansToWrite } from "./plans-to-write.ts";
import { writeImages } from "./write-images.ts";

type NewProduct = Extract<NewProductResult, { ok: true }>["product"];
type CreatePlan = Extract<ProductPlan, { kind: "create" }>;

/** Create the planned new products, with their stock at every location and their images. */
export async function createPlannedProducts(
  tx: Transaction,
  store: Store,
  { plans, images, cause }: ProductPlansToWrite,
): Promise<void> {
  const createPlans = plans.filter((plan) => plan.kind === "create");
  if (createPlans.length === 0) return;
  const context = { exponent: await lockCurrencyExponent(tx, store), zone: store.timezone };
  const lockedLocations = await loadAndLockLocations(tx, store, collectLocationIds(createPlans));
  const validPlans = createPlans.map((plan) => removeMissingLocations(plan, lockedLocations));
  const products = validPlans.map((plan) => buildNewProduct(plan, context));
  const insertedProducts = await createProducts(tx, { store, cause, products });
  const createdProducts = validPlans.map((plan, index) => ({
    plan,
    product: insertedProducts[index] ?? rejectTakenHandle(plan),
  }));
  const stock = createdProducts.flatMap(({ plan, product }) => toStockTargets(plan, product));
  await setStock.ofNewVariantsWithTotals(tx, store, {
    stock,
    changeReason: { cause, context: "product/create", reason: "import" },
  });
  await writeImages(tx, store, {
    plans: createdProducts.map(({ plan, product }) => ({ ...plan, id: product.id })),
    images,
  });
}

function rejectTakenHandle({ draft }: CreatePlan): never {
  const message = `Another product has the handle ${draft.handle}.`;
  return throwFieldError("handle", "not_unique", { resource: "product" }, message);
}

function buildNewProduct(
  { draft, fields, variants }: CreatePlan,
  context: Parameters<typeof readNewProduct>[1],
): NewProduct {
  const input = {
    ...fields,
    handle: draft.handle,
    variants: variants.map((variant) => ({ ...variant.fields, options: variant.options })),
  };
  const result = readNewProduct(input, context);
  if (!result.ok) return throwApiError("invalid", { fields: result.fields });
  const totals = variants.map(({ stock }) => stock.reduce((sum, { quantity }) => sum + quantity, 0));
  return {
    ...result.product,
    variants: result.product.variants.map((variant, index) => ({
      ...variant,
      totalQuantity: totals[index] ?? 0,
    })),
  };
}

function collectLocationIds(plans: readonly CreatePlan[]): number[] {
  const ids = plans.flatMap(({ variants }) =>
    variants.flatMap(({ stock }) => stock.map(({ location_id }) => location_id)),
  );
  return [...new Set(ids)];
}

/** Remove from a plan the stock at locations that were deleted after planning. */
function removeMissingLocations(plan: CreatePlan, lockedLocations: ReadonlyMap<number, unknown>): CreatePlan {
  const variants = plan.variants.map((variant) => ({
    ...variant,
    stock: variant.stock.filter(({ location_id }) => lockedLocations.has(location_id)),
  }));
  return { ...plan, variants };
}

function toStockTargets({ variants }: CreatePlan, { variant_ids }: InsertedProduct): StockTarget[] {
  return variants.flatMap(({ stock }, index) =>
    stock.map((plannedStock): StockTarget => ({ variant_id: variant_ids[index] ?? 0, ...plannedStock })),
  );
}
