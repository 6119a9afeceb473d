import type { Database, Queryable } from "@souk/database";
import { claimFailingEndpoints, type FailingEndpoint, maxCountedDeliveries } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";
import { loadPartnerContacts } from "../partners/index.ts";
import type { FailureEmail, SubscriptionsDeps } from "./subscriptions-deps.ts";

type NotificationDeps = Pick<SubscriptionsDeps, "addresses" | "clock" | "sendEmail">;

const batchSize = 20;

/**
 * Send an email to the partner about each endpoint that has failed for an hour, and a second email after the endpoint has failed
 * for a day. A background job calls this function.
 */
export async function notifyFailingEndpoints(database: Database, deps: NotificationDeps): Promise<void> {
  let notifiedCount: number;
  do {
    notifiedCount = await database.transaction(async (tx) => {
      const endpoints = await claimFailingEndpoints(tx, deps.clock, batchSize);
      for (const endpoint of endpoints) await notifyPartner(tx, endpoint, deps);
      return endpoints.length;
    });
  } while (notifiedCount === batchSize);
}

async function notifyPartner(
  tx: Queryable,
  endpoint: FailingEndpoint,
  deps: NotificationDeps,
): Promise<void> {
  const { name: appName, emails } = await loadPartnerContacts(tx, endpoint.app_id);
  const content = buildEmail(endpoint, appName, deps.addresses);
  for (const recipient of emails)
    await deps.sendEmail(tx, { store_id: null, kind: "failing_endpoint", recipient, ...content });
}

function buildEmail(
  endpoint: FailingEndpoint,
  appName: string,
  { partnersOrigin }: Addresses,
): Pick<FailureEmail, "subject" | "text"> {
  const { app_id, installation_id, origin, notice, failing_since, last_failure, waiting } = endpoint;
  const isSecondNotice = notice === 2;
  return {
    subject: `Webhooks of ${appName} have been failing${isSecondNotice ? " for a day" : ""}`,
    text: `Souk ${isSecondNotice ? "has not been able to deliver" : "cannot deliver"} the webhooks of "${appName}" to ${origin}${isSecondNotice ? " for a day" : ""}.

Failing since: ${formatMinute(failing_since)}
Deliveries waiting: ${waiting === maxCountedDeliveries ? "10,000 or more" : waiting.toLocaleString("en")}
Last error: ${last_failure ?? "unknown"}

Your subscriptions stay active and no delivery is lost yet. Souk keeps queued deliveries and checks at least every ten
minutes whether ${origin} returns 200. It then resumes sending, slowly at first.

A delivery is retried for 48 hours after its first attempt, and waits at most 7 days for that attempt. Expired deliveries can
be replayed for 14 days after they were created.

See the queued deliveries and the responses in one of the stores that have the app installed:

${partnersOrigin}/apps/${app_id}/installations/${installation_id}
`,
  };
}

/** Format a time in UTC, to the minute. */
function formatMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
