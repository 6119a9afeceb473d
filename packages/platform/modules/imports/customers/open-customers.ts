import type { Clock } from "../../../clock.ts";
import type { FactRegistry } from "../../../events/facts.ts";
import {
  changeCustomers,
  emptyAddress,
  emptyCustomer,
  insertCustomers,
  latestDay,
  storeCountry,
} from "../../customers/index.ts";
import type { ImportSheet, OpenSheet } from "../import-sheet.ts";
import { type CustomerPlan, planCustomers } from "./plan-customers.ts";
import { customerKeyOf, readCustomerHeading } from "./read-customer.ts";

/** Makes the function that opens files of customers. */
export function createOpenCustomers({ facts, clock }: { facts: FactRegistry; clock: Clock }): OpenSheet {
  return async (run, store, cells): Promise<ImportSheet<CustomerPlan>> => {
    const heading = readCustomerHeading(cells);
    const country = await storeCountry(run, store);
    const ground = { store, heading, storeCountry: country, today: latestDay(clock) };
    return {
      noun: "customer",
      keyColumn: "email",
      keyOf: (row) => customerKeyOf(heading, row),
      mostRows: 1,
      ignored: heading.ignored,
      plan: (run, groups) => planCustomers(run, ground, groups),
      prepare: async () => ({
        write: async (tx, { plans, cause }) => {
          const changes = plans.filter((plan) => plan.kind === "update");
          await changeCustomers(facts, tx, { store, cause, changes });
          const made = plans.filter((plan) => plan.kind === "create");
          if (made.length === 0) return [];
          const customers = made.map(({ fields, address }) => ({
            fields: { ...emptyCustomer, ...fields },
            addresses: address === null ? [] : [{ ...emptyAddress, ...address, is_default: true }],
            attributes: new Map(),
          }));
          const ids = await insertCustomers(tx, store, customers);
          const created = ids.map((customer_id) => ({ customer_id, text: null }));
          await facts.raiseEach(tx, store, cause, "customer_created", created);
          return [];
        },
      }),
    };
  };
}
