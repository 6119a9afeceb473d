import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";

const locked = `
  with locked as materialized (
    select id from products where store_id = $1 and id = ${anyOf("$2")} order by id for no key update)`;

const changedStatement = {
  name: "products_changed",
  text: `${locked}
    update products p set version = p.version + 1, updated_at = ${laterThan("p.updated_at")}
    from locked where p.store_id = $1 and p.id = locked.id`,
};

const staleStatement = {
  name: "products_stale",
  text: `${locked}
    update products p set version = p.version + 1 from locked where p.store_id = $1 and p.id = locked.id`,
};

/** Locks a product against every other change of it. @returns whether it is there */
export async function lockProduct(tx: Transaction, store: Store, id: number): Promise<boolean> {
  const text = "select from products where store_id = $1 and id = $2 for no key update";
  return (await tx.query({ name: "product_lock", text }, [store.id, id])).rowCount > 0;
}

/** Products that one request changed. */
export interface ChangedProducts {
  store: Store;
  cause: Cause;
  ids: readonly number[];
}

/** Says that products changed: their documents are stale, and each is told by product/update once (WHK-13). */
export async function markChanged(
  facts: FactRegistry,
  tx: Transaction,
  changed: ChangedProducts,
): Promise<void> {
  if (changed.ids.length > 0) await tx.query(changedStatement, [changed.store.id, changed.ids]);
  await tellChanged(facts, tx, changed);
}

/** Only tells it, of products whose rows say it already. */
export async function tellChanged(
  facts: FactRegistry,
  tx: Transaction,
  { store, cause, ids }: ChangedProducts,
): Promise<void> {
  const trigger_by_app = cause.actor.kind === "app" ? cause.actor.id : null;
  // WHK-6: the cause is the product's own change.
  const changes = ids.map((product_id) => ({ product_id, context: "product/update", trigger_by_app }));
  await facts.raiseEach(tx, store, cause, "product_changed", changes);
}

/** Makes the documents of products stale; nobody is told, since the products themselves are as they were. */
export async function markStale(tx: Transaction, store: Store, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.query(staleStatement, [store.id, ids]);
}
