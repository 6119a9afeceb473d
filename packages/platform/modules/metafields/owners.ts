import type { Queryable, Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";

/** What a metafield can hang on, and the table that holds it; the store itself is always there. */
const tables = {
  store: null,
  product: "products",
  variant: "variants",
  collection: "collections",
  location: "locations",
  customer: "customers",
  order: "orders",
} as const;

export type OwnerResource = keyof typeof tables;

/** One record of a store. */
export interface Owner {
  resource: OwnerResource;
  id: number;
}

/** Whether the record is there. */
export async function ownerExists(run: Queryable, store: Store, { resource, id }: Owner): Promise<boolean> {
  const table = tables[resource];
  if (table === null) return true;
  const text = `select from ${table} where store_id = $1 and id = $2`;
  return (await run.query({ name: `metafield_${resource}`, text }, [store.id, id])).rowCount > 0;
}

/** The same, and keeps it from being deleted until this transaction ends: its metafields go with it, so none may come after. */
export async function holdOwner(tx: Transaction, store: Store, { resource, id }: Owner): Promise<boolean> {
  const table = tables[resource];
  if (table === null) return true;
  const text = `select from ${table} where store_id = $1 and id = $2 for key share`;
  return (await tx.query({ name: `metafield_${resource}_held`, text }, [store.id, id])).rowCount > 0;
}
