import { maxVariants, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { lockVariantStock } from "../../inventory/index.ts";
import { markProductsChanged } from "../mark-products.ts";
import { removeVariants } from "../variants/remove-variants.ts";
import { assignOptions, copyVariants, lockVariantRows } from "../variants/variant-rows.ts";
import { computeNextPosition, loadOptionShape, lockOptions, type OptionShape } from "./option-shape.ts";
import { type OptionPlan, planOptions, type TargetType } from "./plan-options.ts";
import { pruneValues, writeOptions } from "./write-options.ts";

/** A change of the options of a product. */
export interface OptionChange {
  store: Store;
  cause: Cause;
  product_id: number;
  /** Compute the option types and values that the product is to have from its current ones. @throws ApiError */
  computeTarget(shape: OptionShape): TargetType[];
  /** The request field that the error names if the product would have too many variants or none. */
  field: string;
}

function equalsTarget({ types }: OptionShape, target: readonly TargetType[]): boolean {
  const currentTarget = types.map(({ name, values }) => ({
    name,
    values: values.map((value) => value.name),
  }));
  return (
    JSON.stringify(currentTarget) === JSON.stringify(target.map(({ name, values }) => ({ name, values })))
  );
}

/**
 * Change the options of a product, create and delete variants accordingly (PRD-6), and publish `product/update`. If the options
 * already equal the target, change and publish nothing.
 * @throws ApiError `not_found`; `invalid` if the product would have too many variants or none
 */
export async function changeOptions(tx: Transaction, change: OptionChange): Promise<void> {
  const { store, cause, product_id } = change;
  await lockOptions(tx, store, product_id);
  const shape = (await loadOptionShape(tx, store, product_id)) ?? throwApiError("not_found");
  const target = change.computeTarget(shape);
  if (equalsTarget(shape, target)) return;
  const plan = planOptions(shape, target);
  if (plan === null)
    throwFieldError(
      change.field,
      "too_many",
      { max: maxVariants },
      `A product can have at most ${maxVariants} variants.`,
    );
  if (plan.keptVariants.length + plan.newVariants.length === 0)
    throwFieldError(
      change.field,
      "not_allowed",
      {},
      "{field} would leave the product without variants. Keep or add an option value.",
    );
  await lockAffectedVariants(tx, store, plan);
  const getValueId = await writeOptions(tx, change, { shape, target });
  const toValueIds = (values: ReadonlyMap<string, string>) =>
    [...values].map(([type, value]) => getValueId(type, value));
  const newVariants = plan.newVariants.map(({ sibling_id, values }, index) => ({
    sibling_id,
    option_ids: toValueIds(values),
    position: computeNextPosition(shape, index + 1),
  }));
  await copyVariants(tx, change, newVariants);
  await assignOptions(
    tx,
    change,
    plan.keptVariants.map(({ id, values }) => ({ id, option_ids: toValueIds(values) })),
  );
  await removeVariants(tx, change, plan.deletedIds);
  await pruneValues(tx, change);
  await markProductsChanged(tx, { ...cause, store }, [product_id]);
}

/** Lock the variants that are kept or deleted, and the stock of all of them if any is deleted, in the global lock order. */
async function lockAffectedVariants(
  tx: Transaction,
  store: Store,
  { keptVariants, deletedIds }: OptionPlan,
): Promise<void> {
  const keptIds = keptVariants.map(({ id }) => id);
  if (deletedIds.length > 0) await lockVariantStock(tx, store, [...keptIds, ...deletedIds]);
  else await lockVariantRows(tx, store, keptIds);
}
