import { mostVariants, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { Store } from "../../../routing/call.ts";
import { holdStock } from "../../inventory/index.ts";
import { markChanged } from "../mark-products.ts";
import { removeVariants } from "../variants/remove-variants.ts";
import { copyVariants, giveOptions, lockVariantRows } from "../variants/variant-rows.ts";
import { lockShape, type OptionShape, placeBehind, readShape } from "./option-shape.ts";
import { type OptionPlan, planOptions, type WantedType } from "./plan-options.ts";
import { pruneValues, writeOptions } from "./write-options.ts";

/** A change of the options of one product. */
export interface OptionChange {
  store: Store;
  cause: Cause;
  product_id: number;
  /** The types and values that it is to have, from those that it has. @throws Refusal */
  wanted(shape: OptionShape): WantedType[];
  /** The field that is named when there would be too many variants, or none. */
  field: string;
}

function isSame({ types }: OptionShape, wanted: readonly WantedType[]): boolean {
  const now = types.map(({ name, values }) => ({ name, values: values.map((value) => value.name) }));
  return JSON.stringify(now) === JSON.stringify(wanted.map(({ name, values }) => ({ name, values })));
}

/**
 * Changes the options of a product, and its variants with them (PRD-6). Options that are already as wanted change nothing and
 * send nothing.
 * @throws Refusal not_found; invalid when more variants would come of it than a product has, or none
 */
export async function changeOptions(
  facts: FactRegistry,
  tx: Transaction,
  change: OptionChange,
): Promise<void> {
  const { store, cause, product_id } = change;
  await lockShape(tx, store, product_id);
  const shape = (await readShape(tx, store, product_id)) ?? refuse("not_found");
  const wanted = change.wanted(shape);
  if (isSame(shape, wanted)) return;
  const plan = planOptions(shape, wanted);
  if (plan === null)
    refuseField(change.field, `would make more variants than the ${mostVariants} that a product has`);
  if (plan.kept.length + plan.made.length === 0)
    refuseField(change.field, "would leave no variant: each has a value that goes, and none takes its place");
  await lockFor(tx, store, plan);
  const ids = await writeOptions(tx, change, { shape, wanted });
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
  await removeVariants(tx, change, plan.gone);
  await pruneValues(tx, change);
  await markChanged(facts, tx, { store, cause, ids: [product_id] });
}

/** Locks what is deleted together with what is changed, in the one order of all locks. */
async function lockFor(tx: Transaction, store: Store, { kept, gone }: OptionPlan): Promise<void> {
  const keptIds = kept.map(({ id }) => id);
  if (gone.length > 0) await holdStock(tx, store, [...keptIds, ...gone]);
  else await lockVariantRows(tx, store, keptIds);
}
