import type { FieldError } from "@souk/contract";
import type { NewAddress } from "../insert-customers.ts";
import { type AddressInput, emptyAddress, readAddressFields } from "./address-fields.ts";

/** The addresses of a new customer: the first is the default one, unless another says so. */
export function readNewAddresses(sent: readonly AddressInput[], faults: FieldError[]): NewAddress[] {
  const said = sent.findIndex(({ is_default }) => is_default === true);
  const chosen = Math.max(said, 0);
  return sent.map((input, at) => {
    if (input.is_default === true && at !== chosen)
      faults.push({
        path: `addresses.${at}.is_default`,
        message: `is true of addresses.${chosen} already; one address is the default one`,
      });
    return {
      ...emptyAddress,
      ...readAddressFields(input, { before: `addresses.${at}.`, faults }),
      is_default: at === chosen,
    };
  });
}
