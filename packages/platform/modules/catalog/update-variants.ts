import { currencyExponent, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { type JsonText, jsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { lockPrimaryStock, type PrimaryStock, type SetPrimaryStock } from "../inventory/index.ts";
import { readVariantChanges, requireVariants, type VariantChange } from "./variant-changes.ts";
import { changeVariants, lockVariants, variantIdsOf, variantTexts } from "./variant-store.ts";

export interface VariantUpdates {
  facts: FactRegistry;
  setPrimaryStock: SetPrimaryStock;
}

// WHK-6: the cause of all that follows, of the stock too.
const context = "product/update";

function stockOf(changes: readonly VariantChange[]): PrimaryStock[] {
  return changes.flatMap(({ id, quantity }) => (quantity === null ? [] : [{ variant_id: id, quantity }]));
}

/**
 * Changes price, SKU and stock of a product's variants, all or none (PRD-5). Stock is set at the primary location only and
 * the totals follow (PRD-7); what is already as asked changes nothing and sends nothing.
 * @throws Refusal not_found for the product; invalid naming prices, repeated ids, and ids of no variant of it
 */
export async function updateVariants(
  { facts, setPrimaryStock }: VariantUpdates,
  tx: Transaction,
  call: Call<typeof operations.updateVariants>,
): Promise<JsonText> {
  const { store, actor, body } = call;
  const { product_id } = call.params;
  const changes = readVariantChanges(body, currencyExponent(store.currency_code));
  requireVariants(changes, (await variantIdsOf(tx, store, product_id)) ?? refuse("not_found"));
  const ids = changes.map(({ id }) => id);
  const stock = stockOf(changes);
  // Levels are locked before variants, and these before the product, as every change of stock does.
  const stockedIds = stock.map(({ variant_id }) => variant_id);
  const location_id = stock.length > 0 ? await lockPrimaryStock(tx, store, stockedIds) : null;
  requireVariants(changes, await lockVariants(tx, store, { product_id, ids }));
  if (location_id !== null) {
    const why = { cause: call, context, reason: "variants update", reference: null };
    await setPrimaryStock(tx, store, { location_id, stock, why });
  }
  if (await changeVariants(tx, store, { product_id, changes })) {
    const trigger_by_app = actor.kind === "app" ? actor.id : null;
    await facts.raise(tx, store, call, "product_changed", { product_id, context, trigger_by_app });
  }
  const texts = await variantTexts(tx, store, { product_id, ids });
  return jsonText(`{"variants":[${texts.join(",")}]}`);
}
