import { Type } from "typebox";
import { addressFields, addressInputFields } from "./address-fields.ts";

/** Address of an order: a copy that does not change with the customer's address. */
export const orderAddress = Type.Object(addressFields);

/** Fields of an order address in a request. */
export const orderAddressInput = Type.Object(addressInputFields);
