import { currencyExponent, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { recordText } from "../../listing/list-text.ts";
import { countRows, readList } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { variantJson } from "./variant-json.ts";

const existsStatement = {
  name: "product_exists",
  text: "select 1 from products where store_id = $1 and id = $2",
};

async function requireProduct(run: Queryable, store: Store, productId: number): Promise<void> {
  const { rowCount } = await run.query(existsStatement, [store.id, productId]);
  if (rowCount === 0) refuse("not_found");
}

function conditionsOf(call: Call<typeof operations.countVariants>) {
  const { store, params, query } = call;
  const conditions = createConditions("r.store_id = $1 and r.product_id = $2", [store.id, params.product_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  return conditions;
}

/** The variants of a product (PRD-5). @throws Refusal not_found */
export async function listVariants(
  run: Queryable,
  call: Call<typeof operations.listVariants>,
): Promise<JsonText> {
  const { store, query } = call;
  await requireProduct(run, store, call.params.product_id);
  const conditions = conditionsOf(call);
  const writing = {
    zone: conditions.bind(store.timezone),
    exponent: conditions.bind(currencyExponent(store.currency_code)),
  };
  const json = `(select ${variantJson(writing)}::text from (select r.*) v)`;
  return readList(run, { plural: "variants", table: "variants", json, conditions }, query);
}

/** Counts them. @throws Refusal not_found */
export async function countVariants(
  run: Queryable,
  call: Call<typeof operations.countVariants>,
): Promise<{ count: number }> {
  await requireProduct(run, call.store, call.params.product_id);
  return countRows(run, { plural: "variants", table: "variants", conditions: conditionsOf(call) });
}

const oneStatement = {
  name: "variant_by_id",
  text: `
    select ${variantJson({ zone: "$4", exponent: "$5" })}::text as text
    from variants v where v.store_id = $1 and v.product_id = $2 and v.id = $3`,
};

/** One variant of a product. @throws Refusal not_found */
export async function getVariant(
  run: Queryable,
  call: Call<typeof operations.getVariant>,
): Promise<JsonText> {
  const { store, params } = call;
  const exponent = currencyExponent(store.currency_code);
  const values = [store.id, params.product_id, params.id, store.timezone, exponent];
  const { rows } = await run.query<{ text: string }>(oneStatement, values);
  return recordText("variant", rows[0]?.text ?? refuse("not_found"), call.query.fields);
}
