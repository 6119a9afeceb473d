import { operations } from "@souk/contract";
import type { DatabaseClock } from "@souk/delivery";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { PartnerInstallationRef } from "../partners/index.ts";
import { listInstallationDeliveries, listInstallationWebhooks } from "./delivery-log.ts";
import { resendDelivery, resendFailedBatch } from "./replay-deliveries.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";

function getInstallationRef({
  signed_in,
  params,
}: {
  signed_in: { account_id: number };
  params: { id: number; installation_id: number };
}): PartnerInstallationRef {
  const { id, installation_id } = params;
  return { account_id: signed_in.account_id, app_id: id, installation_id };
}

/** Create the routes with which partners list the subscriptions and deliveries of their apps and resend deliveries. */
export function createDeliveryLogRoutes(rules: SubscriptionRules, clock: DatabaseClock): Route[] {
  return [
    read(operations.listInstallationWebhooks, (database, call) =>
      listInstallationWebhooks(database, { ...getInstallationRef(call), ...call.query }, rules),
    ),
    read(operations.listInstallationDeliveries, (database, call) =>
      listInstallationDeliveries(database, { ...getInstallationRef(call), ...call.query }),
    ),
    write(operations.replayDelivery, (tx, call) =>
      resendDelivery(tx, { ...getInstallationRef(call), delivery_id: call.params.delivery_id }, clock),
    ),
    write(operations.replayFailedDeliveries, (tx, call) =>
      resendFailedBatch(tx, { ...getInstallationRef(call), ...call.body }, clock),
    ),
  ];
}
