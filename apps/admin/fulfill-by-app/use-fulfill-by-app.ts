import { isReplay } from "@souk/client";
import type { FulfillmentTopic } from "@souk/contract";
import { browserWait, toast, useAction, useAdminConsole, useIdempotentSubmit, useStore } from "@souk/ui";
import { useEffect, useState } from "react";
import { staleWithOrders } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { type FulfillmentApp, useAllFulfillmentApps } from "./fulfillment-apps.ts";
import { requestAddress } from "./request-address.ts";
import { showMessage } from "./show-message.ts";

/** The orders sent to an app: one order or a part of it, or several. */
export interface HandedOver {
  orderIds: readonly number[];
  fulfillmentOrderId?: number | undefined;
}

/** How long the linked page may delay leaving this one, in milliseconds; a person may also choose to stay. */
const leavingMs = 10_000;

/** Load the apps that handle this topic, for one order or for several. */
export function useFulfillmentApps(topic: FulfillmentTopic): FulfillmentApp[] {
  return useAllFulfillmentApps(true).filter(({ topics }) => topics.includes(topic));
}

/**
 * Send orders to an app and show its answer: a link in its own document, a message in a toast (FUL-2 to
 * FUL-4). Busy until the link's document has loaded or has failed to.
 */
export function useFulfillByApp(topic: FulfillmentTopic, { orderIds, fulfillmentOrderId }: HandedOver) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const once = useIdempotentSubmit();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // The browser brings a page back as it was left.
    const stay = () => setLeaving(false);
    window.addEventListener("pageshow", stay);
    return () => window.removeEventListener("pageshow", stay);
  }, []);
  const action = useAction({
    run: (app: FulfillmentApp) => {
      const body = {
        client_id: app.client_id,
        topic,
        order_ids: [...orderIds],
        ...(fulfillmentOrderId === undefined ? {} : { fulfillment_order_id: fulfillmentOrderId }),
      };
      return once(body, (idempotencyKey) => admin.fulfillment_requests.send({ body, idempotencyKey }));
    },
    // The app may have sent the orders already.
    refresh: [["fulfillment_requests"], ...staleWithOrders],
    onDone: (response, app) => {
      const { id, answer, error } = response.fulfillment_request;
      const wasAsked = isReplay(response);
      if (wasAsked && answer?.type !== "link")
        toast.note(texts.fulfillByApp.earlierTimedOut({ app: app.name }));
      if (error !== null) return toast.failed(error);
      if (answer?.type === "message") return showMessage(app.name, answer);
      setLeaving(true);
      void browserWait(leavingMs, null).then(() => setLeaving(false));
      const { pathname, search } = window.location;
      // A full load: the policy of this document frames nothing.
      window.location.assign(requestAddress(handle, id, `${pathname}${search}`, wasAsked));
    },
  });
  return { start: action.start, isBusy: action.isRunning || isLeaving };
}
