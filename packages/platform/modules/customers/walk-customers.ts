import { getCurrencyExponent } from "@souk/contract";
import type { Queryable } from "@souk/database";
import {
  measureRows,
  type RecordWalk,
  readNextRows,
  toWalkBatch,
  type WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { buildCustomerConditions, type CustomerFilters } from "./customer-conditions.ts";
import { buildCustomerJson } from "./customer-json.ts";
import { normalizeFilters } from "./list-customers.ts";

async function describeRows(db: Queryable, { store, filters }: WalkScope<CustomerFilters>) {
  const normalizedFilters = await normalizeFilters(db, { store, query: filters });
  const { conditions, expressions } = buildCustomerConditions(store.id, normalizedFilters);
  return { name: "customers", table: "customers", conditions, expressions };
}

/**
 * Create the functions that read, in batches, the customers of a store that match the filters.
 * @param hasAttributes whether to include custom fields, which require a separate scope (CUS-3)
 */
export function createCustomerWalk({
  hasAttributes,
}: {
  hasAttributes: boolean;
}): RecordWalk<CustomerFilters> {
  return {
    measure: async (db, scope) => measureRows(db, await describeRows(db, scope), "id"),
    next: async (db, scope, step) => {
      const source = await describeRows(db, scope);
      const { conditions } = source;
      const json = buildCustomerJson({
        zone: conditions.bind(scope.store.timezone),
        exponent: conditions.bind(getCurrencyExponent(scope.store.currency_code)),
        hasAttributes,
      });
      return toWalkBatch(await readNextRows(db, source, { order: "id", json, step }));
    },
  };
}
