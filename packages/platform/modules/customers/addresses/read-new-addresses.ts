import { type FieldError, fieldError } from "@souk/contract";
import type { NewAddress } from "../insert-customers.ts";
import { type AddressInput, emptyAddress, readAddressFields } from "./address-fields.ts";

/**
 * Read the addresses of a new customer. Problems are added to `errors`. The first address is the default, unless another address
 * has `is_default`.
 */
export function readNewAddresses(inputs: readonly AddressInput[], errors: FieldError[]): NewAddress[] {
  const firstMarkedIndex = inputs.findIndex(({ is_default }) => is_default === true);
  const defaultIndex = Math.max(firstMarkedIndex, 0);
  return inputs.map((input, index) => {
    if (input.is_default === true && index !== defaultIndex)
      errors.push(
        fieldError(
          `addresses.${index}.is_default`,
          "conflict",
          { with: `addresses.${defaultIndex}.is_default` },
          `Only one address can be the default, and addresses.${defaultIndex} is already the default.`,
        ),
      );
    return {
      ...emptyAddress,
      ...readAddressFields(input, { fieldPrefix: `addresses.${index}.`, errors }),
      is_default: index === defaultIndex,
    };
  });
}
