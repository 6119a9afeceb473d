import { currencyExponent } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { measureRows, nextRows, portionOf, type RecordWalk, type Walked } from "../../listing/record-walk.ts";
import { type CustomerFilters, customerConditions } from "./customer-conditions.ts";
import { customerJson } from "./customer-json.ts";
import { readFilters } from "./list-customers.ts";

async function rowsOf(run: Queryable, { store, filters }: Walked<CustomerFilters>) {
  const read = await readFilters(run, { store, query: filters });
  const { conditions, expressions } = customerConditions(store.id, read);
  return { name: "customers", table: "customers", conditions, expressions };
}

/**
 * A way through every customer of a store that the filters let through.
 * @param attributes with their custom fields, which need a scope of their own (CUS-3)
 */
export function createCustomerWalk({ attributes }: { attributes: boolean }): RecordWalk<CustomerFilters> {
  return {
    measure: async (run, walked) => measureRows(run, await rowsOf(run, walked), "id"),
    next: async (run, walked, step) => {
      const rows = await rowsOf(run, walked);
      const { conditions } = rows;
      const json = customerJson({
        zone: conditions.bind(walked.store.timezone),
        exponent: conditions.bind(currencyExponent(walked.store.currency_code)),
        attributes,
      });
      return portionOf(await nextRows(run, rows, { order: "id", json, step }), step.limit);
    },
  };
}
