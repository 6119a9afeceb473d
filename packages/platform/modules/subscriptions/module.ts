import { expireDeliveries, removeUnusedEndpoints } from "@souk/delivery";
import type { Module } from "../../infrastructure/module.ts";
import { notifyFailingEndpoints } from "./notify-failing-endpoints.ts";
import { createDeliveryLogRoutes } from "./partner-routes.ts";
import { createSubscriptionRoutes } from "./routes.ts";
import type { SubscriptionsDeps } from "./subscriptions-deps.ts";

const minuteMs = 60_000;

/** Create the module of webhook subscriptions and of the partners' log of deliveries. */
export function subscriptionsModule(deps: SubscriptionsDeps): Module {
  const { addresses, localAccess, clock } = deps;
  const rules = { ownDomains: addresses.ownDomains, localAccess };
  return {
    name: "subscriptions",
    tables: ["webhook_subscriptions"],
    routes: [...createSubscriptionRoutes(rules), ...createDeliveryLogRoutes(rules, clock)],
    housekeeping: [
      {
        name: "expire deliveries",
        everyMs: 5 * minuteMs,
        concurrent: true,
        run: (database, stopSignal) => expireDeliveries(database, clock, { stopping: stopSignal }),
      },
      {
        name: "notify partners of failing endpoints",
        everyMs: minuteMs,
        concurrent: true,
        run: (database) => notifyFailingEndpoints(database, deps),
      },
      {
        name: "remove unused endpoints",
        everyMs: 60 * minuteMs,
        concurrent: true,
        run: (database) => database.transaction((tx) => removeUnusedEndpoints(tx, clock)),
      },
    ],
  };
}
