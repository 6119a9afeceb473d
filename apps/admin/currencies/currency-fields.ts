import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

/**
 * Return the fields of a currency's form.
 * @param own the store's own currency, from which rates are computed
 */
export function currencyFields(own: string) {
  const { rate, rateHelp, rounding } = texts.currencies.fields;
  return { rate: { ...rate, help: rateHelp({ own }) }, rounding } as const satisfies Record<
    string,
    FieldWords
  >;
}
