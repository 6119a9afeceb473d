import type { FieldWords } from "@souk/ui";
import { texts } from "../texts.ts";

/**
 * Return the labels of the currency form's fields.
 * @param storeCurrency the code of the store currency, which rates are relative to
 */
export function getCurrencyFieldWords(storeCurrency: string) {
  const { rate, rateHelp, rounding } = texts.currencies.fields;
  return { rate: { ...rate, help: rateHelp({ storeCurrency }) }, rounding } as const satisfies Record<
    string,
    FieldWords
  >;
}
