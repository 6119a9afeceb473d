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

async function buildWalkRows(db: Queryable, { store, filters }: WalkScope<CustomerFilters>) {
  const normalizedFilters = await normalizeFilters(db, { store, query: filters });
  const { conditions, expressions } = buildCustomerConditions(store.id, normalizedFilters);
  return { name: "customers", table: "customers", conditions, expressions };
}

/**
 * Create a walk over all customers of a store that the filters match.
 * @param options.hasAttributes whether to include custom fields, which require a separate scope (CUS-3)
 */
export function createCustomerWalk({
  hasAttributes,
}: {
  hasAttributes: boolean;
}): RecordWalk<CustomerFilters> {
  return {
    measure: async (db, walked) => measureRows(db, await buildWalkRows(db, walked), "id"),
    next: async (db, walked, step) => {
      const rows = await buildWalkRows(db, walked);
      const { conditions } = rows;
      const json = buildCustomerJson({
        zone: conditions.bind(walked.store.timezone),
        exponent: conditions.bind(getCurrencyExponent(walked.store.currency_code)),
        hasAttributes,
      });
      return toWalkBatch(await readNextRows(db, rows, { order: "id", json, step }));
    },
  };
}
