import { Type } from "typebox";
import { addressFields, addressInputFields } from "./address-fields.ts";

/** Address of an order. It is a copy, so it does not change when the customer's address changes. */
export const orderAddress = Type.Object(addressFields);

/** Fields of an order address in a request. */
export const orderAddressInput = Type.Object(addressInputFields);
