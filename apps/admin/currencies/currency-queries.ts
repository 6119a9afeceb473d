import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type Currency = OperationResponse<typeof operations.getCurrency>["currency"];

export const currencyKey = (code: string) => ["currency", code] as const;

/**
 * The key prefixes of all queries to refetch after a currency is added or changed. The query for the store's
 * settings is among them, because the settings contain the currency codes.
 */
export const queriesShowingCurrencies = [["currencies"], ["currency"], ["store"]] as const;

/** Load one currency by its code. */
export function useCurrency(code: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: currencyKey(code),
    queryFn: ({ signal }) => admin.currencies.get({ params: { id: code }, signal }),
  });
}
