import { createTaggedTable } from "../../infrastructure/tagged-table.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";

/** Add tags to customers and remove them, and publish each customer that changed. */
export const customerTags = createTaggedTable({ table: "customers", publish: publishCustomersUpdated });
