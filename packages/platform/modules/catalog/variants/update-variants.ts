import { type BodyOf, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { Cause } from "../../../routing/actor.ts";
import { type JsonText, jsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import type { SetPrimaryStock } from "../../inventory/index.ts";
import { markChanged, tellChanged } from "../mark-products.ts";
import { lockShape } from "../options/option-shape.ts";
import { variantIdsOf, variantTexts } from "../variant-store.ts";
import { type ChangedByVariants, changeVariants } from "./change-variants.ts";
import type { VariantChange } from "./variant-change.ts";

/** What changing variants needs of the rest of the house. */
export interface VariantKit {
  facts: FactRegistry;
  setPrimaryStock: SetPrimaryStock;
}

type Body = BodyOf<typeof operations.updateVariants>;

function changesIn({ variants }: Body, product_id: number): VariantChange[] {
  return variants.map(({ id, ...input }, index) => ({ id, product_id, input, path: `variants.${index}.` }));
}

/** Tells each product whose variants changed, once (WHK-13). */
export async function tellOfVariants(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, changed }: { store: Store; cause: Cause; changed: ChangedByVariants },
): Promise<void> {
  const inOrder = (ids: Set<number>) => [...ids].sort((a, b) => a - b);
  if (changed.written.size > 0) await markChanged(facts, tx, { store, cause, ids: inOrder(changed.written) });
  if (changed.stocked.size > 0) await tellChanged(facts, tx, { store, cause, ids: inOrder(changed.stocked) });
}

/**
 * Changes a product's variants, all or none (PRD-5). Stock is set at the primary location only and the totals follow (PRD-7);
 * what is already as asked changes nothing and sends nothing.
 * @throws Refusal not_found for the product; invalid naming what is wrong, repeated ids, and ids of no variant of it
 */
export async function updateVariants(
  { facts, setPrimaryStock }: VariantKit,
  tx: Transaction,
  call: Call<typeof operations.updateVariants>,
): Promise<JsonText> {
  const { store, params } = call;
  const { product_id } = params;
  if ((await variantIdsOf(tx, store, product_id)) === null) refuse("not_found");
  const changes = changesIn(call.body, product_id);
  const changed = await changeVariants(setPrimaryStock, tx, { store, cause: call, changes });
  await tellOfVariants(facts, tx, { store, cause: call, changed });
  const texts = await variantTexts(tx, store, { product_id, ids: changes.map(({ id }) => id) });
  return jsonText(`{"variants":[${texts.join(",")}]}`);
}

/** Changes one variant in the same way. @throws Refusal not_found; invalid naming what is wrong */
export async function updateVariant(
  { facts, setPrimaryStock }: VariantKit,
  tx: Transaction,
  call: Call<typeof operations.updateVariant>,
): Promise<JsonText> {
  const { store, params, body } = call;
  const { product_id, id } = params;
  // Who deletes it at the same time comes before or after: then it is not found.
  await lockShape(tx, store, product_id);
  if (!(await variantIdsOf(tx, store, product_id))?.has(id)) refuse("not_found");
  const changes = [{ id, product_id, input: body, path: "" }];
  const changed = await changeVariants(setPrimaryStock, tx, { store, cause: call, changes });
  await tellOfVariants(facts, tx, { store, cause: call, changed });
  const [text] = await variantTexts(tx, store, { product_id, ids: [id] });
  return recordText("variant", text ?? refuse("not_found"));
}
