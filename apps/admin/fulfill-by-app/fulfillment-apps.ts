import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../use-may.ts";

export type FulfillmentApp = OperationResponse<
  typeof operations.listFulfillmentApps
>["fulfillment_apps"][number];

/**
 * Load the apps that orders can be sent to.
 * @param isAsked whether to load them, which takes the permission to send orders to apps
 */
export function useAllFulfillmentApps(isAsked: boolean): FulfillmentApp[] {
  const admin = useAdminConsole();
  const { data } = useQuery({
    queryKey: ["fulfillment_apps"],
    queryFn: ({ signal }) => admin.fulfillment_apps.list({ query: { limit: 250 }, signal }),
    enabled: isAsked,
  });
  return data?.fulfillment_apps ?? [];
}

/** Return a function that names an app by the handle of a request; the handle itself if the app is gone. */
export function useAppNames(): (handle: string) => string {
  const may = useMay();
  const apps = useAllFulfillmentApps(may("write_orders") && may("write_fulfillments"));
  return (handle) => apps.find((app) => app.handle === handle)?.name ?? handle;
}
