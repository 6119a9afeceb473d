import { operations } from "@souk/contract";
import { type Route, read } from "../../routing/route.ts";
import type { OwnInstallation } from "../partners/index.ts";
import { listInstallationDeliveries, listInstallationWebhooks } from "./delivery-log.ts";
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

/** What partners see of the webhooks of their apps. */
export function deliveryLogRoutes(rules: SubscriptionRules): Route[] {
  return [
    read(operations.listInstallationWebhooks, (database, call) =>
      listInstallationWebhooks(database, { ...own(call), ...call.query }, rules),
    ),
    read(operations.listInstallationDeliveries, (database, call) =>
      listInstallationDeliveries(database, { ...own(call), ...call.query }),
    ),
  ];
}
