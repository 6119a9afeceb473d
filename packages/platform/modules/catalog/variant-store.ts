import { currencyExponent } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { variantJson } from "./variant-json.ts";

const idsStatement = {
  name: "variant_ids",
  text: `
    select array(select v.id from variants v where v.store_id = p.store_id and v.product_id = p.id) as ids
    from products p where p.store_id = $1 and p.id = $2`,
};

/** The ids of a product's variants; null when there is no such product. */
export async function variantIdsOf(
  run: Queryable,
  store: Store,
  productId: number,
): Promise<ReadonlySet<number> | null> {
  const { rows } = await run.query<{ ids: number[] }>(idsStatement, [store.id, productId]);
  return rows[0] ? new Set(rows[0].ids) : null;
}

const lockStatement = {
  name: "variants_lock",
  text: `
    select id from variants where store_id = $1 and product_id = $2 and id = ${anyOf("$3")}
    order by id for no key update`,
};

/** Locks variants in the order of their ids. @returns those that are there */
export async function lockVariants(
  tx: Transaction,
  store: Store,
  { product_id, ids }: { product_id: number; ids: number[] },
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ id: number }>(lockStatement, [store.id, product_id, ids]);
  return new Set(rows.map(({ id }) => id));
}

const textsStatement = {
  name: "variants_texts",
  text: `
    select ${variantJson({ zone: "$4", exponent: "$5" })}::text as text
    from variants v where v.store_id = $1 and v.product_id = $2 and v.id = ${anyOf("$3")}
    order by array_position($3::bigint[], v.id)`,
};

/** The JSON texts of a product's variants, in the order of the ids. */
export async function variantTexts(
  run: Queryable,
  store: Store,
  { product_id, ids }: { product_id: number; ids: number[] },
): Promise<string[]> {
  const values = [store.id, product_id, ids, store.timezone, currencyExponent(store.currency_code)];
  const { rows } = await run.query<{ text: string }>(textsStatement, values);
  return rows.map(({ text }) => text);
}
