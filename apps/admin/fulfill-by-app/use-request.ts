import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** The interval at which an unanswered request is polled, in milliseconds. */
const pollMs = 1_000;

/**
 * Poll one Fulfill action until it has ended. A link that arrives meanwhile needs another page load: this
 * document's policy was made before the link existed, and frames nothing.
 */
export function useRequest(id: number) {
  const admin = useAdminConsole();
  const query = useQuery({
    queryKey: ["fulfillment_requests", id],
    queryFn: ({ signal }) => admin.fulfillment_requests.get({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.fulfillment_request.status === "sent" ? pollMs : false),
  });
  const status = query.data?.fulfillment_request.status;
  const wasSent = useRef(false);
  useEffect(() => {
    if (status === "linked" && wasSent.current) window.location.reload();
    wasSent.current = status === "sent";
  }, [status]);
  return query;
}
