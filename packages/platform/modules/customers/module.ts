import type { Module } from "../../infrastructure/module.ts";
import type { CustomersDeps } from "./customers-deps.ts";
import { createCustomerRoutes } from "./routes.ts";
import { customerRenderers } from "./snapshot-renderers.ts";

/** Create the module of customers, their addresses, custom fields, groups and balances. */
export function customersModule(deps: CustomersDeps): Module {
  return {
    name: "customers",
    tables: [
      "customers",
      "customer_addresses",
      "customer_attributes",
      "customer_attribute_values",
      "customer_groups",
      "customer_group_members",
      "customer_search",
      "balance_movements",
    ],
    routes: createCustomerRoutes(deps),
    snapshotRenderers: customerRenderers,
  };
}
