import { Type } from "typebox";
import { addressIn, addressOut } from "./address-fields.ts";

/** An address of an order: a copy, which stays as it was when the customer's own changes. */
export const orderAddress = Type.Object(addressOut);

/** What is sent of an address. */
export const orderAddressInput = Type.Object(addressIn);
