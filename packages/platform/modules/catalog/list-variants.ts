import { getCurrencyExponent, type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { countRows, readList } from "../../infrastructure/listing/read-list.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildVariantJson } from "./variant-json.ts";

const existsStatement = defineStatement(
  "product_exists",
  "select 1 from products where store_id = $1 and id = $2",
);

async function assertProductExists(db: Queryable, store: Store, productId: number): Promise<void> {
  const { rowCount } = await db.query(existsStatement, [store.id, productId]);
  if (rowCount === 0) throwApiError("not_found");
}

function buildConditions(call: Call<typeof operations.countVariants>) {
  const { store, params, query } = call;
  const conditions = createConditions("r.store_id = $1 and r.product_id = $2", [store.id, params.product_id]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  return conditions;
}

/** List the variants of a product (PRD-5). @throws ApiError not_found */
export async function listVariants(
  db: Queryable,
  call: Call<typeof operations.listVariants>,
): Promise<JsonText> {
  const { store, query } = call;
  await assertProductExists(db, store, call.params.product_id);
  const conditions = buildConditions(call);
  const placeholders = {
    zone: conditions.bind(store.timezone),
    exponent: conditions.bind(getCurrencyExponent(store.currency_code)),
  };
  const json = `(select ${buildVariantJson(placeholders)}::text from (select r.*) v)`;
  return readList(db, { plural: "variants", table: "variants", json, conditions }, query);
}

/** Count the variants of a product. @throws ApiError not_found */
export async function countVariants(
  db: Queryable,
  call: Call<typeof operations.countVariants>,
): Promise<{ count: number }> {
  await assertProductExists(db, call.store, call.params.product_id);
  return countRows(db, { plural: "variants", table: "variants", conditions: buildConditions(call) });
}

const variantStatement = defineStatement(
  "variant_by_id",
  `
    select ${buildVariantJson({ zone: "$4", exponent: "$5" })}::text as text
    from variants v where v.store_id = $1 and v.product_id = $2 and v.id = $3`,
);

/** Return a variant of a product. @throws ApiError not_found */
export async function getVariant(db: Queryable, call: Call<typeof operations.getVariant>): Promise<JsonText> {
  const { store, params } = call;
  const exponent = getCurrencyExponent(store.currency_code);
  const values = [store.id, params.product_id, params.id, store.timezone, exponent];
  const row = await db.maybeOne<{ text: string }>(variantStatement, values);
  return wrapRecord("variant", row?.text ?? throwApiError("not_found"), call.query.fields);
}
