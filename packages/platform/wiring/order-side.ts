import { createRateLimiter } from "../http/rate-limit.ts";
import { fulfillmentRoutes, registerFulfillmentTopics } from "../modules/fulfillments/index.ts";
import { createChangeLevels } from "../modules/inventory/index.ts";
import { createNotifier, type NotificationsWiring, type Notifier } from "../modules/notifications/index.ts";
import {
  type OrderDesk,
  type OrderDocuments,
  orderRoutes,
  registerOrderTopics,
} from "../modules/orders/index.ts";
import { registerReturnTopics, returnRoutes } from "../modules/returns/index.ts";
import type { Route } from "../routing/route.ts";
import type { House } from "./house.ts";

/** Orders and what happens to them. */
export interface OrderSide {
  desk: OrderDesk;
  notifier: Notifier;
  routes: Route[];
}

/** What mail to customers needs of the house. */
export function customerMails({ mail, log, config, clock, liveProcesses }: House): NotificationsWiring {
  const { bucket, refillPerSecond } = config.rateLimit;
  const pace = { bucket: bucket / 2, refillPerSecond: refillPerSecond / 2 };
  const trials = createRateLimiter(pace, clock, liveProcesses ?? (() => 1));
  return {
    sendMail: (tx, each) => mail.post.send(tx, { ...each, goes_first: false }),
    countMails: mail.post.countLately,
    boundReached: mail.post.askedBoundReached,
    takeTrial: (accountId) => trials.take(String(accountId)),
    sendsMail: mail.sends,
    log,
  };
}

/** Joins the modules of orders; their topics are registered with it. */
export function createOrderSide(
  house: House,
  { documents, mails }: { documents: OrderDocuments; mails: NotificationsWiring },
): OrderSide {
  const { facts, database, clock, random } = house;
  registerOrderTopics(facts, documents);
  registerFulfillmentTopics(facts);
  registerReturnTopics(facts);
  const desk = { database, facts, documents, changeLevels: createChangeLevels(facts), clock, random };
  const notifier = createNotifier(mails);
  const routes = [
    ...orderRoutes(desk),
    ...fulfillmentRoutes({ orders: desk, notifier }),
    ...returnRoutes(desk),
  ];
  return { desk, notifier, routes };
}
