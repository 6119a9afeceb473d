import { getCurrencyExponent } from "@souk/contract";
import type { Queryable } from "@souk/database";
import {
  measureRows,
  nextRows,
  type RecordWalk,
  toPortion,
  type Walked,
} from "../../infrastructure/listing/record-walk.ts";
import { type CustomerFilters, customerConditions } from "./customer-conditions.ts";
import { customerJson } from "./customer-json.ts";
import { readFilters } from "./list-customers.ts";

async function buildWalkRows(db: Queryable, { store, filters }: Walked<CustomerFilters>) {
  const read = await readFilters(db, { store, query: filters });
  const { conditions, expressions } = customerConditions(store.id, read);
  return { name: "customers", table: "customers", conditions, expressions };
}

/**
 * Create the walk over every customer of a store that the filters match.
 * @param attributes with their custom fields, which need a scope of their own (CUS-3)
 */
export function createCustomerWalk({ attributes }: { attributes: boolean }): RecordWalk<CustomerFilters> {
  return {
    measure: async (db, walked) => measureRows(db, await buildWalkRows(db, walked), "id"),
    next: async (db, walked, step) => {
      const rows = await buildWalkRows(db, walked);
      const { conditions } = rows;
      const json = customerJson({
        zone: conditions.bind(walked.store.timezone),
        exponent: conditions.bind(getCurrencyExponent(walked.store.currency_code)),
        attributes,
      });
      return toPortion(await nextRows(db, rows, { order: "id", json, step }), step.limit);
    },
  };
}
