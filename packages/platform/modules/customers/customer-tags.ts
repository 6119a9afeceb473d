import { createTaggedTable } from "../../infrastructure/tagged-table.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";

/** Adds and removes tags of customers, and publishes `customer/update` for each customer that changed. */
export const customerTags = createTaggedTable({ table: "customers", publish: publishCustomersUpdated });
