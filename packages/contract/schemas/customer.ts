import { Type } from "typebox";
import { id, moneyAmount, nullable, timestamp } from "./common.ts";
import { customerAddress, customerAddressInput, maxAddresses } from "./customer-address.ts";
import { attributeValues, attributeValuesInput } from "./customer-attribute.ts";
import { customerFields } from "./customer-fields.ts";
import { getInputSchemas, getResponseSchemas } from "./field-table.ts";

const attributesRule =
  "Values of custom fields by key. Present only with the scope read_customer_attributes.";

/** Customer with addresses, groups and custom fields (CUS-1). */
export const customer = Type.Object({
  id,
  ...getResponseSchemas(customerFields),
  total_spent: moneyAmount,
  order_count: Type.Integer({ description: "Number of orders." }),
  last_order_id: nullable(
    Type.Integer({ description: "Id of the customer's last order; null if the customer has no orders." }),
  ),
  total_credit: Type.String({ description: "Store credit balance, with the currency's decimal places." }),
  total_point: Type.Integer({ description: "Loyalty point balance." }),
  primary_address: nullable(customerAddress),
  addresses: Type.Array(customerAddress, { description: "Addresses in the order in which they were added." }),
  groups: Type.Array(Type.Object({ id, name: Type.String() })),
  attributes: Type.Optional({ ...attributeValues, description: attributesRule }),
  created_at: timestamp,
  updated_at: timestamp,
});

const fields = {
  ...getInputSchemas(customerFields),
  attributes: Type.Optional({
    ...attributeValuesInput,
    description:
      "Values of custom fields by key. Omitted fields are left unchanged; null removes a value. Requires " +
      "write_customer_attributes.",
  }),
};

/** Fields of a new customer. Requires at least one of name, email, phone and code. */
export const customerCreate = Type.Object({
  ...fields,
  addresses: Type.Optional(
    Type.Array(customerAddressInput, {
      maxItems: maxAddresses,
      description:
        "The first address becomes the `primary_address`, unless another address has `is_default` set to `true`.",
    }),
  ),
});

/** Fields that can be updated. Omitted fields are left unchanged. */
export const customerUpdate = Type.Object(fields);
