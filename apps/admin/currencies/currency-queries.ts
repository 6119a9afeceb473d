import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Currency = AnswerOf<typeof operations.getCurrency>["currency"];

export const currencyKey = (code: string) => ["currency", code] as const;

/** What shows currencies: asked anew when one is added, changed or deleted. The shop's settings list their codes. */
export const staleWithCurrencies = [["currencies"], ["currency"], ["store"]] as const;

/** One currency, by its code. */
export function useCurrency(code: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: currencyKey(code),
    queryFn: ({ signal }) => admin.currencies.get({ params: { id: code }, signal }),
  });
}
