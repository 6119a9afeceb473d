import { createTagFunctions } from "../../infrastructure/tagged-table.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";

/** Add and remove tags of customers, and publish `customer/update` for each customer that changed. */
export const customerTags = createTagFunctions({ table: "customers", publish: publishCustomersUpdated });
