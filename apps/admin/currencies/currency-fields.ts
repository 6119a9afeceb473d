import type { FieldWords } from "@souk/ui";
import { strings } from "./strings.ts";

/**
 * What the form of a currency asks for.
 * @param own the shop's own currency, from which rates are reckoned
 */
export function currencyFields(own: string) {
  const { rate, rateHelp, rounding } = strings.fields;
  return { rate: { ...rate, help: rateHelp(own) }, rounding } as const satisfies Record<string, FieldWords>;
}
