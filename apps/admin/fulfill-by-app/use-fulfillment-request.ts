import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** The polling interval while the app has not responded, in milliseconds. */
const pollIntervalMs = 1_000;

/**
 * Load a fulfillment request and poll it until the app has responded. If the response is a link, reload the document,
 * because its content security policy was created before the link existed and allows no frame.
 */
export function useFulfillmentRequest(id: number) {
  const admin = useAdminConsole();
  const query = useQuery({
    queryKey: ["fulfillment_requests", id],
    queryFn: ({ signal }) => admin.fulfillment_requests.get({ params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.fulfillment_request.status === "sent" ? pollIntervalMs : false,
  });
  const status = query.data?.fulfillment_request.status;
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (status === "linked" && wasWaiting.current) window.location.reload();
    wasWaiting.current = status === "sent";
  }, [status]);
  return query;
}
