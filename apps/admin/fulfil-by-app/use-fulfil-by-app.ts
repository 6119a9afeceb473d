import { isReplay } from "@souk/client";
import type { FulfillmentTopic } from "@souk/contract";
import { browserWait, toast, useAction, useAdminConsole, useStore, useWishes } from "@souk/ui";
import { useEffect, useState } from "react";
import { staleWithOrders } from "../orders/order-queries.ts";
import { type FulfillmentApp, useAllFulfillmentApps } from "./fulfillment-apps.ts";
import { requestAddress } from "./request-address.ts";
import { showMessage } from "./show-message.ts";
import { strings } from "./strings.ts";

/** What is handed to an app: one order or a part of it, or several. */
export interface HandedOver {
  orderIds: readonly number[];
  fulfillmentOrderId?: number | undefined;
}

/** How long the page of a link may keep this one, in milliseconds: a person may also choose to stay. */
const leavingMs = 10_000;

/** The apps that answer for so many orders. */
export function useFulfillmentApps(topic: FulfillmentTopic): FulfillmentApp[] {
  return useAllFulfillmentApps(true).filter(({ topics }) => topics.includes(topic));
}

/**
 * Hands orders to an app and shows what it answers: a link in a document of its own, words in a toast (FUL-2 to FUL-4). It is
 * busy until the link's document is there, or does not come.
 */
export function useFulfilByApp(topic: FulfillmentTopic, { orderIds, fulfillmentOrderId }: HandedOver) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const once = useWishes();
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
    onDone: (told, app) => {
      const { id, answer, error } = told.fulfillment_request;
      const wasAsked = isReplay(told);
      if (wasAsked && answer?.type !== "link") toast.note(strings.askedBefore(app.name));
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
