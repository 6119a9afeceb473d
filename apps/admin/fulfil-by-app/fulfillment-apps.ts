import type { AnswerOf, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../use-may.ts";

export type FulfillmentApp = AnswerOf<typeof operations.listFulfillmentApps>["fulfillment_apps"][number];

/**
 * The apps that orders can be handed to.
 * @param isAsked whether they are asked for, which takes the rights to hand orders over
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

/** What an app is called, by the handle that a request was sent to; the handle where the app is not there any more. */
export function useAppNames(): (handle: string) => string {
  const may = useMay();
  const apps = useAllFulfillmentApps(may("write_orders") && may("write_fulfillments"));
  return (handle) => apps.find((app) => app.handle === handle)?.name ?? handle;
}
