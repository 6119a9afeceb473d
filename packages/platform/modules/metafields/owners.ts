import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The tables of the kinds of records that have metafields. The store itself always exists, so it needs none. */
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

/** A record that has metafields. */
export interface Owner {
  resource: OwnerResource;
  id: number;
}

const statements = new Map(
  Object.entries(tables).flatMap(([resource, table]) => {
    if (table === null) return [];
    const find = `select from ${table} where store_id = $1 and id = $2`;
    return [
      [
        resource,
        {
          find: defineStatement(`metafield_${resource}`, find),
          lock: defineStatement(`metafield_${resource}_lock`, `${find} for key share`),
        },
      ] as const,
    ];
  }),
);

/** Return whether the record exists. */
export async function ownerExists(db: Queryable, store: Store, { resource, id }: Owner): Promise<boolean> {
  const owner = statements.get(resource);
  return owner === undefined || (await db.query(owner.find, [store.id, id])).rowCount > 0;
}

/**
 * Lock a record against deletion until the transaction ends. Otherwise, a metafield could be added to a deleted record.
 * @returns whether the record exists
 */
export async function lockOwner(tx: Transaction, store: Store, { resource, id }: Owner): Promise<boolean> {
  const owner = statements.get(resource);
  return owner === undefined || (await tx.query(owner.lock, [store.id, id])).rowCount > 0;
}
