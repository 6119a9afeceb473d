import { Type } from "typebox";
import { addressIn, addressOut } from "./address-fields.ts";
import { dateOut, id } from "./common.ts";

/** A customer has at most so many addresses. */
export const mostAddresses = 100;

const phoneRule =
  "As it was sent: couriers read it. What a customer is found by is the customer's own phone.";
const defaultRule = "True for one of a customer's addresses, their primary_address.";

/** Where a customer is met or sent to. */
export const customerAddress = Type.Object({
  id,
  customer_id: id,
  ...addressOut,
  phone: Type.String({ description: phoneRule }),
  is_default: Type.Boolean({ description: defaultRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

/** What is written of an address; what a new one leaves out is empty. */
export const customerAddressInput = Type.Object({
  ...addressIn,
  phone: Type.Optional(Type.String({ maxLength: 255, description: phoneRule })),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        "true takes it from the former one; false is refused for the one that is it. A customer's first address is it by itself.",
    }),
  ),
});
