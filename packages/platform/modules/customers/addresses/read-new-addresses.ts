import { type FieldError, fieldError } from "@souk/contract";
import type { NewAddress } from "../insert-customers.ts";
import { type AddressInput, emptyAddress, readAddressFields } from "./address-fields.ts";

/** Read the addresses of a new customer: the first is the default, unless another is marked as it. */
export function readNewAddresses(sent: readonly AddressInput[], errors: FieldError[]): NewAddress[] {
  const said = sent.findIndex(({ is_default }) => is_default === true);
  const chosen = Math.max(said, 0);
  return sent.map((input, index) => {
    if (input.is_default === true && index !== chosen)
      errors.push(
        fieldError(
          `addresses.${index}.is_default`,
          "conflict",
          { with: `addresses.${chosen}.is_default` },
          `Only one address can be the default, and addresses.${chosen} is.`,
        ),
      );
    return {
      ...emptyAddress,
      ...readAddressFields(input, { before: `addresses.${index}.`, errors }),
      is_default: index === chosen,
    };
  });
}
