import { operations, throwApiError } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { countSubscriptions, listSubscriptions } from "./list-subscriptions.ts";
import { subscribe, unsubscribe, updateUrl } from "./subscribe.ts";
import { assertInstallation, type SubscriptionRules, toSubscriptionJson } from "./subscription-rules.ts";
import { selectSubscription } from "./subscription-store.ts";

/** Create the routes of webhook subscriptions. */
export function createSubscriptionRoutes(rules: SubscriptionRules): Route[] {
  return [
    write(operations.createWebhook, (tx, call) => subscribe(tx, call, rules)),
    read(operations.listWebhooks, (database, call) => listSubscriptions(database, call, rules)),
    read(operations.countWebhooks, countSubscriptions),
    read(operations.getWebhook, async (database, call) => {
      const row = await selectSubscription(database, assertInstallation(call), call.params.id);
      return { webhook: toSubscriptionJson(row ?? throwApiError("not_found"), rules) };
    }),
    write(operations.updateWebhook, (tx, call) => updateUrl(tx, call, rules)),
    write(operations.deleteWebhook, unsubscribe),
  ];
}
