import { Type } from "typebox";
import { addressFields, addressInputFields } from "./address-fields.ts";
import { id, timestamp } from "./common.ts";

/** Maximum addresses of a customer. */
export const maxAddresses = 100;

const phoneRule =
  "Phone number for the courier, as it was entered. The customer search uses the customer's `phone` instead.";
const defaultRule = "`true` for exactly one address of the customer, the `primary_address`.";

/** Address of a customer. */
export const customerAddress = Type.Object({
  id,
  customer_id: { ...id, description: "Id of the customer." },
  ...addressFields,
  phone: Type.String({ description: phoneRule }),
  is_default: Type.Boolean({ description: defaultRule }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Fields of an address in a request. Omitted fields of a new address are empty. */
export const customerAddressInput = Type.Object({
  ...addressInputFields,
  phone: Type.Optional(Type.String({ maxLength: 255, description: phoneRule })),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        "`true` makes this the primary address instead of the current one. `false` is rejected for the primary " +
        "address. A customer's first address is always primary.",
    }),
  ),
});
