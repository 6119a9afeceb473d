import { currencyExponent } from "@souk/contract";
import type { Clock } from "../../../clock.ts";
import type { FactRegistry } from "../../../events/facts.ts";
import { attributeDefinitions, latestDay, storeCountry } from "../../customers/index.ts";
import type { ImportSheet, OpenSheet } from "../import-sheet.ts";
import { type CustomerPlan, planCustomers } from "./plan-customers.ts";
import { customerKeyOf, readCustomerHeading } from "./read-customer-heading.ts";
import { createWriteCustomers } from "./write-customers.ts";

const scopes = ["write_customers"] as const;

interface CustomerImportKit {
  facts: FactRegistry;
  clock: Clock;
}

/** Makes the function that opens files of customers. */
export function createOpenCustomers({ facts, clock }: CustomerImportKit): OpenSheet {
  const write = createWriteCustomers(facts);
  return async (run, { store, heading: cells, attributes }): Promise<ImportSheet<CustomerPlan>> => {
    const definitions = await attributeDefinitions(run, store);
    const heading = readCustomerHeading(cells, { definitions, mayAttributes: attributes });
    const code = store.currency_code;
    const ground = {
      store,
      heading,
      definitions: attributes ? definitions : [],
      storeCountry: await storeCountry(run, store),
      currency: { code, exponent: currencyExponent(code) },
      today: latestDay(clock),
    };
    return {
      noun: "customer",
      keyColumn: "email",
      keyOf: (row) => customerKeyOf(heading, row),
      mostRows: 1,
      ignored: heading.ignored,
      scopes: heading.attributes.length > 0 ? [...scopes, "write_customer_attributes"] : scopes,
      plan: (run, groups) => planCustomers(run, ground, groups),
      prepare: async () => ({
        write: async (tx, { plans, cause }) => {
          await write(tx, store, { plans, cause });
          return [];
        },
      }),
    };
  };
}
