import { operations } from "@souk/contract";
import type { DatabaseClock } from "@souk/delivery";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { OwnInstallation } from "../partners/index.ts";
import { listInstallationDeliveries, listInstallationWebhooks } from "./delivery-log.ts";
import { replayFailedPart, replayOne } from "./replay-deliveries.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";

function own({
  signed_in,
  params,
}: {
  signed_in: { account_id: number };
  params: { id: number; installation_id: number };
}): OwnInstallation {
  const { id, installation_id } = params;
  return { account_id: signed_in.account_id, app_id: id, installation_id };
}

/** Create the routes by which partners see the webhooks of their apps and resend them. */
export function deliveryLogRoutes(rules: SubscriptionRules, clock: DatabaseClock): Route[] {
  return [
    read(operations.listInstallationWebhooks, (database, call) =>
      listInstallationWebhooks(database, { ...own(call), ...call.query }, rules),
    ),
    read(operations.listInstallationDeliveries, (database, call) =>
      listInstallationDeliveries(database, { ...own(call), ...call.query }),
    ),
    write(operations.replayDelivery, (tx, call) =>
      replayOne(tx, { ...own(call), delivery_id: call.params.delivery_id }, clock),
    ),
    write(operations.replayFailedDeliveries, (tx, call) =>
      replayFailedPart(tx, { ...own(call), ...call.body }, clock),
    ),
  ];
}
