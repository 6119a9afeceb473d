import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { usePermissions } from "../use-permissions.ts";

export type FulfillmentApp = OperationResponse<
  typeof operations.listFulfillmentApps
>["fulfillment_apps"][number];

/**
 * Load the apps to which orders can be sent for fulfillment. Return an empty list until they are loaded.
 * @param isEnabled whether to load the apps; the API lists them only for people who may send orders to apps
 */
export function useAllFulfillmentApps(isEnabled: boolean): FulfillmentApp[] {
  const admin = useAdminConsole();
  const { data } = useQuery({
    queryKey: ["fulfillment_apps"],
    queryFn: ({ signal }) => admin.fulfillment_apps.list({ query: { limit: 250 }, signal }),
    enabled: isEnabled,
  });
  return data?.fulfillment_apps ?? [];
}

/**
 * Return a function that finds an app's name by its handle; if the app is no longer available, it returns the
 * handle.
 */
export function useAppNameLookup(): (handle: string) => string {
  const hasAnyRight = usePermissions();
  const apps = useAllFulfillmentApps(hasAnyRight("orders.fulfill"));
  return (handle) => apps.find((app) => app.handle === handle)?.name ?? handle;
}
