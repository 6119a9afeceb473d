import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type StoreSettings = AnswerOf<typeof operations.getStore>["store"];

export const storeKey = ["store"] as const;

/** The settings of the shop. */
export function useStoreSettings() {
  const admin = useAdminConsole();
  return useQuery({ queryKey: storeKey, queryFn: ({ signal }) => admin.store.get({ signal }) });
}
