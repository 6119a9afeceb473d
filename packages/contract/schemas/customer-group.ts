import { Type } from "typebox";
import { dateOut, id, shortText } from "./common.ts";

const nameRule = "Its own in the store, where case does not count.";

/** A group that customers are in, such as Wholesale. */
export const customerGroup = Type.Object({
  id,
  name: Type.String({ description: nameRule }),
  description: Type.String(),
  customers_count: Type.Integer({ description: "Customers in it." }),
  created_at: dateOut,
  updated_at: dateOut,
});

const name = Type.String({ minLength: 1, maxLength: 255, description: nameRule });

/** A new group. */
export const customerGroupCreate = Type.Object({ name, description: Type.Optional(shortText) });

/** What PUT on a group changes; what is not sent stays as it is. */
export const customerGroupUpdate = Type.Object({
  name: Type.Optional(name),
  description: Type.Optional(shortText),
});

/** Customers that are put into a group or taken out of it. */
export const groupCustomers = Type.Object({
  customer_ids: Type.Array(id, { minItems: 1, maxItems: 500, description: "The customers' ids." }),
});
