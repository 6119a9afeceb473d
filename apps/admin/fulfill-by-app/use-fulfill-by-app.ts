import { isReplay } from "@souk/client";
import type { FulfillmentTopic } from "@souk/contract";
import { browserWait, toast, useAction, useAdminConsole, useIdempotentSubmit, useStore } from "@souk/ui";
import { useEffect, useState } from "react";
import { queriesShowingOrders } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { type FulfillmentApp, useAllFulfillmentApps } from "./fulfillment-apps.ts";
import { buildRequestUrl } from "./request-url.ts";
import { showAppMessage } from "./show-app-message.ts";

/** The orders to send to an app: one order, one of its fulfillment orders, or several orders. */
export interface OrdersToSend {
  orderIds: readonly number[];
  fulfillmentOrderId?: number | undefined;
}

/**
 * How long the action stays busy while the next page loads, in milliseconds. After this time, it can be used again, because
 * the person may have chosen to stay on this page.
 */
const maxLeavingMs = 10_000;

/** Load the apps that have a fulfillment URL for this topic. */
export function useFulfillmentApps(topic: FulfillmentTopic): FulfillmentApp[] {
  return useAllFulfillmentApps(true).filter(({ topics }) => topics.includes(topic));
}

/**
 * Return the action that sends orders to an app and shows the response (FUL-2 to FUL-4). A message or an error is shown in a
 * toast; for a link, the admin opens the page of the request, which shows the linked page in a frame. The action is busy until
 * the response is shown.
 */
export function useFulfillByApp(topic: FulfillmentTopic, { orderIds, fulfillmentOrderId }: OrdersToSend) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const submitOnce = useIdempotentSubmit();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // When the person goes back to this page, the browser may restore it with the state it had when they left.
    const resetLeaving = () => setLeaving(false);
    window.addEventListener("pageshow", resetLeaving);
    return () => window.removeEventListener("pageshow", resetLeaving);
  }, []);
  const action = useAction({
    run: (app: FulfillmentApp) => {
      const body = {
        client_id: app.client_id,
        topic,
        order_ids: [...orderIds],
        ...(fulfillmentOrderId === undefined ? {} : { fulfillment_order_id: fulfillmentOrderId }),
      };
      return submitOnce(body, (idempotencyKey) => admin.fulfillment_requests.send({ body, idempotencyKey }));
    },
    // Refetch the orders, because the app may already have fulfilled them.
    refresh: [["fulfillment_requests"], ...queriesShowingOrders],
    onDone: (response, app) => {
      const { id, answer, error } = response.fulfillment_request;
      const isReplayed = isReplay(response);
      if (isReplayed && answer?.type !== "link")
        toast.note(texts.fulfillByApp.earlierTimedOut({ app: app.name }));
      if (error !== null) return toast.failed(error);
      if (answer?.type === "message") return showAppMessage(app.name, answer);
      setLeaving(true);
      void browserWait(maxLeavingMs, null).then(() => setLeaving(false));
      const { pathname, search } = window.location;
      // Load a new document, because the content security policy of this one allows no frames.
      window.location.assign(buildRequestUrl(handle, id, `${pathname}${search}`, isReplayed));
    },
  });
  return { start: action.start, isBusy: action.isRunning || isLeaving };
}
