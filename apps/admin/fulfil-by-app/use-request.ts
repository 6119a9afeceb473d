import { useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** How often a request is asked for that its app has not answered, in milliseconds. */
const pollMs = 1_000;

/**
 * One Fulfill action, asked for until it has ended. A link that comes meanwhile takes another load: the policy of this document
 * was made before there was one, and frames nothing.
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
