import { getCurrencyExponent } from "@souk/contract";
import type { Clock } from "../../../runtime/clock.ts";
import { getLatestDateAnywhere, loadAttributeDefinitions, loadStoreCountry } from "../../customers/index.ts";
import type { ImportSheet, OpenSheet } from "../import-sheet.ts";
import { type CustomerPlan, planCustomers } from "./plan-customers.ts";
import { getCustomerKey, readCustomerHeading } from "./read-customer-heading.ts";
import { writeCustomers } from "./write-customers.ts";

const scopes = ["write_customers"] as const;

interface CustomerImportDeps {
  clock: Clock;
}

/** Create the function that opens import files of customers. */
export function createCustomerSheetOpener({ clock }: CustomerImportDeps): OpenSheet {
  return async (db, file): Promise<ImportSheet<CustomerPlan>> => {
    const { store, canWriteAttributes } = file;
    const definitions = await loadAttributeDefinitions(db, store);
    const heading = readCustomerHeading(file.heading, { definitions, canWriteAttributes });
    const code = store.currency_code;
    const context = {
      store,
      heading,
      definitions: canWriteAttributes ? definitions : [],
      storeCountry: await loadStoreCountry(db, store),
      currency: { code, exponent: getCurrencyExponent(code) },
      latestDate: getLatestDateAnywhere(clock),
    };
    return {
      noun: "customer",
      keyColumn: "email",
      getKey: (row) => getCustomerKey(heading, row),
      maxRowsPerRecord: 1,
      ignoredColumns: heading.ignoredColumns,
      scopes: heading.attributeColumns.length > 0 ? [...scopes, "write_customer_attributes"] : scopes,
      plan: (db, groups) => planCustomers(db, context, groups),
      prepare: async () => ({
        write: async (tx, { plans, cause }) => {
          await writeCustomers(tx, store, { plans, cause });
          return [];
        },
      }),
    };
  };
}
