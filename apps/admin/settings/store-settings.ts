import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";

export type StoreSettings = OperationResponse<typeof operations.getStore>["store"];

export const storeKey = ["store"] as const;

/** Load the store's settings. */
export function useStoreSettings() {
  const admin = useAdminConsole();
  return useQuery({ queryKey: storeKey, queryFn: ({ signal }) => admin.store.get({ signal }) });
}
