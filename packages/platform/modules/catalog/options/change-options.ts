import { maxVariants, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { holdStock } from "../../inventory/index.ts";
import { markProductsChanged } from "../mark-products.ts";
import { removeVariants } from "../variants/remove-variants.ts";
import { copyVariants, giveOptions, lockVariantRows } from "../variants/variant-rows.ts";
import { lockShape, type OptionShape, placeBehind, readShape } from "./option-shape.ts";
import { type OptionPlan, planOptions, type TargetType } from "./plan-options.ts";
import { pruneValues, writeOptions } from "./write-options.ts";

/** A change of the options of a product. */
export interface OptionChange {
  store: Store;
  cause: Cause;
  product_id: number;
  /** Compute the wanted types and values from the current ones. @throws ApiError */
  getTarget(shape: OptionShape): TargetType[];
  /** The field that is named when there would be too many variants, or no variant. */
  field: string;
}

function isSame({ types }: OptionShape, target: readonly TargetType[]): boolean {
  const now = types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
  return JSON.stringify(now) === JSON.stringify(target.map(({ name, values }) => ({ name, values })));
}

/**
 * Change the options of a product, and its variants with them (PRD-6). Options that are already as wanted change
 * nothing and publish nothing.
 * @throws ApiError not_found; invalid when the product would have too many variants, or no variant
 */
export async function changeOptions(tx: Transaction, change: OptionChange): Promise<void> {
  const { store, cause, product_id } = change;
  await lockShape(tx, store, product_id);
  const shape = (await readShape(tx, store, product_id)) ?? throwApiError("not_found");
  const target = change.getTarget(shape);
  if (isSame(shape, target)) return;
  const plan = planOptions(shape, target);
  if (plan === null)
    throwFieldError(
      change.field,
      "too_many",
      { max: maxVariants },
      `A product can have at most ${maxVariants} variants.`,
    );
  if (plan.kept.length + plan.made.length === 0)
    throwFieldError(
      change.field,
      "not_allowed",
      {},
      "{field} would leave the product without variants. Keep or add a value.",
    );
  await lockFor(tx, store, plan);
  const ids = await writeOptions(tx, change, { shape, target });
  const option_ids = (values: ReadonlyMap<string, string>) =>
    [...values].map(([type, value]) => ids(type, value));
  const copies = plan.made.map(({ sibling_id, values }, index) => ({
    sibling_id,
    option_ids: option_ids(values),
    position: placeBehind(shape, index + 1),
  }));
  await copyVariants(tx, change, copies);
  await giveOptions(
    tx,
    change,
    plan.kept.map(({ id, values }) => ({ id, option_ids: option_ids(values) })),
  );
  await removeVariants(tx, change, plan.deletedIds);
  await pruneValues(tx, change);
  await markProductsChanged(tx, { ...cause, store }, [product_id]);
}

/** Lock what is deleted together with what is changed, in the global lock order. */
async function lockFor(tx: Transaction, store: Store, { kept, deletedIds }: OptionPlan): Promise<void> {
  const keptIds = kept.map(({ id }) => id);
  if (deletedIds.length > 0) await holdStock(tx, store, [...keptIds, ...deletedIds]);
  else await lockVariantRows(tx, store, keptIds);
}
