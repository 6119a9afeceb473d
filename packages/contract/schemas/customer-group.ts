import { Type } from "typebox";
import { id, shortText, timestamp } from "./common.ts";

const nameRule = "Unique in the store (case-insensitive).";

/** Group of customers, such as Wholesale. */
export const customerGroup = Type.Object({
  id,
  name: Type.String({ description: nameRule }),
  description: Type.String({ description: "Description for staff." }),
  customers_count: Type.Integer({ description: "Number of customers in the group." }),
  created_at: timestamp,
  updated_at: timestamp,
});

const name = Type.String({ minLength: 1, maxLength: 255, description: nameRule });

/** Fields of a new customer group. */
export const customerGroupCreate = Type.Object({
  name,
  description: Type.Optional({ ...shortText, description: "Description for staff." }),
});

/** Fields that can be updated. Omitted fields are left unchanged. */
export const customerGroupUpdate = Type.Object({
  name: Type.Optional(name),
  description: Type.Optional({ ...shortText, description: "Description for staff." }),
});

/** Customers to add to or remove from a group. */
export const groupCustomers = Type.Object({
  customer_ids: Type.Array(id, { minItems: 1, maxItems: 500, description: "Ids of the customers." }),
});
