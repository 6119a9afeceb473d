import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

/** The table of each kind of record that has metafields. The store itself always exists, so no table is searched for it. */
const tables = {
  store: null,
  product: "products",
  variant: "variants",
  collection: "collections",
  location: "locations",
  customer: "customers",
  order: "orders",
} as const;

/** A kind of record that has metafields. */
export type OwnerResource = keyof typeof tables;

/** A record that has metafields. */
export interface Owner {
  resource: OwnerResource;
  id: number;
}

const statementsByResource = new Map(
  Object.entries(tables).flatMap(([resource, table]) => {
    if (table === null) return [];
    const findSql = `select from ${table} where store_id = $1 and id = $2`;
    return [
      [
        resource,
        {
          find: defineStatement(`metafield_${resource}`, findSql),
          lock: defineStatement(`metafield_${resource}_lock`, `${findSql} for key share`),
        },
      ] as const,
    ];
  }),
);

/** Return whether the record exists. */
export async function ownerExists(db: Queryable, store: Store, { resource, id }: Owner): Promise<boolean> {
  const statements = statementsByResource.get(resource);
  return statements === undefined || (await db.query(statements.find, [store.id, id])).rowCount > 0;
}

/**
 * Lock a record against deletion until the transaction ends. Otherwise, a metafield could be added to a deleted record.
 * @returns whether the record exists
 */
export async function lockOwner(tx: Transaction, store: Store, { resource, id }: Owner): Promise<boolean> {
  const statements = statementsByResource.get(resource);
  return statements === undefined || (await tx.query(statements.lock, [store.id, id])).rowCount > 0;
}
