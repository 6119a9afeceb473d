import { type operations, refuse } from "@souk/contract";
import { laterThan, type Queryable, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call, Store } from "../../../routing/call.ts";
import { lockProduct, markChanged } from "../mark-products.ts";
import { collectJson } from "./collect-json.ts";

const pairStatement = {
  name: "collect_by_pair",
  text: `
    select ${collectJson("$4")} as text from collects r
    where r.store_id = $1 and r.collection_id = $2 and r.product_id = $3`,
};

const roomStatement = {
  name: "collect_room",
  text: `
    update collects set position = position + 1, updated_at = ${laterThan("updated_at")}
    where store_id = $1 and collection_id = $2 and position >= $3
      and exists (select from collects where store_id = $1 and collection_id = $2 and position = $3)`,
};

const insertStatement = {
  name: "collect_insert",
  text: `
    insert into collects as r (store_id, collection_id, product_id, position)
    select $1, $2, $3, coalesce($5::integer, (
      select coalesce(max(position), 0) + 1 from collects where store_id = $1 and collection_id = $2))
    returning ${collectJson("$4")} as text`,
};

interface Pair {
  collection_id: number;
  product_id: number;
}

/**
 * Puts a product into a collection (PRD-3); one that is in it stays where it is, and nothing is sent.
 * @throws Refusal not_found naming product_id, collection_id or both
 */
export async function createCollect(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.createCollect>,
): Promise<JsonText> {
  const { store, body } = call;
  const { collection_id, product_id, position = null } = body;
  const known = (await pairText(tx, store, body)) ?? (await lockBoth(tx, store, body));
  if (known !== undefined) return recordText("collect", known);
  if (position !== null) await tx.query(roomStatement, [store.id, collection_id, position]);
  const values = [store.id, collection_id, product_id, store.timezone, position];
  const { rows } = await tx.query<{ text: string }>(insertStatement, values);
  await markChanged(facts, tx, { store, cause: call, ids: [product_id] });
  return recordText("collect", rows[0]?.text ?? "");
}

async function pairText(run: Queryable, store: Store, pair: Pair): Promise<string | undefined> {
  const values = [store.id, pair.collection_id, pair.product_id, store.timezone];
  return (await run.query<{ text: string }>(pairStatement, values)).rows[0]?.text;
}

/**
 * Locks the product, then the collection: places in it are given one after the other.
 * @returns the collect that a twin of this request made meanwhile
 */
async function lockBoth(tx: Transaction, store: Store, pair: Pair): Promise<string | undefined> {
  const { product_id, collection_id } = pair;
  const product = await lockProduct(tx, store, product_id);
  const text = "select from collections where store_id = $1 and id = $2 for no key update";
  const collection = (await tx.query(text, [store.id, collection_id])).rowCount > 0;
  if (product && collection) return pairText(tx, store, pair);
  return refuse("not_found", {
    fields: [
      ...(product ? [] : [{ path: "product_id", message: "is no product of this store" }]),
      ...(collection ? [] : [{ path: "collection_id", message: "is no collection of this store" }]),
    ],
  });
}
