import { getCurrencyExponent } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildVariantJson } from "./variant-json.ts";

const idsStatement = defineStatement(
  "variant_ids",
  `
    select array(select v.id from variants v where v.store_id = p.store_id and v.product_id = p.id) as ids
    from products p where p.store_id = $1 and p.id = $2`,
);

/** Load the ids of a product's variants. @returns null when the product does not exist */
export async function loadVariantIds(
  db: Queryable,
  store: Store,
  productId: number,
): Promise<ReadonlySet<number> | null> {
  const row = await db.maybeOne<{ ids: number[] }>(idsStatement, [store.id, productId]);
  return row ? new Set(row.ids) : null;
}

const lockStatement = defineStatement(
  "variants_lock",
  `
    select id from variants where store_id = $1 and product_id = $2 and id = ${buildAnyIds("$3")}
    order by id for no key update`,
);

/** Lock variants of a product in the order of their ids. @returns the ids of those that exist */
export async function lockVariants(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: number[] },
): Promise<ReadonlySet<number>> {
  const rows = await tx.many<{ id: number }>(lockStatement, [store.id, product_id, ids]);
  return new Set(rows.map(({ id }) => id));
}

const textsStatement = defineStatement(
  "variants_texts",
  `
    select ${buildVariantJson({ zone: "$4", exponent: "$5" })}::text as text
    from variants v where v.store_id = $1 and v.product_id = $2 and v.id = ${buildAnyIds("$3")}
    order by array_position($3::bigint[], v.id)`,
);

/** Load the JSON texts of the variants `ids` of a product, in the order of `ids`. */
export async function loadVariantTexts(
  db: Queryable,
  store: Store,
  { product_id, ids }: { product_id: number; ids: number[] },
): Promise<string[]> {
  const values = [store.id, product_id, ids, store.timezone, getCurrencyExponent(store.currency_code)];
  const rows = await db.many<{ text: string }>(textsStatement, values);
  return rows.map(({ text }) => text);
}
