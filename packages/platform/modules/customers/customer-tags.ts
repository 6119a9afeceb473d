import { createTagFunctions } from "../../infrastructure/tagged-table.ts";
import { publishCustomersUpdated } from "./mark-customers.ts";

/** Functions that add tags to customers or remove them, and publish `customer/update` for each customer that changed. */
export const customerTags = createTagFunctions({ table: "customers", publish: publishCustomersUpdated });
