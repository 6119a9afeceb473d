import type { Database, Queryable } from "@souk/database";
import { type DatabaseClock, type FailingEndpoint, mostWaiting, takeFailingEndpoints } from "@souk/delivery";
import type { Addresses } from "../../addresses.ts";
import { peopleOfApp } from "../partners/index.ts";

/** The mail that tells somebody of an endpoint that fails. */
interface FailureMail {
  store_id: null;
  kind: "failing_endpoint";
  recipient: string;
  subject: string;
  text: string;
}

interface FailureMailParts {
  addresses: Addresses;
  clock: DatabaseClock;
  sendMail(tx: Queryable, mail: FailureMail): Promise<void>;
}

const atOnce = 20;

/** Housekeeping: tells partners of endpoints that have failed for an hour, and again after a day; once each a spell. */
export async function tellOfFailures(database: Database, parts: FailureMailParts): Promise<void> {
  for (let told = atOnce; told === atOnce; ) {
    told = await database.transaction(async (tx) => {
      const endpoints = await takeFailingEndpoints(tx, parts.clock, atOnce);
      for (const endpoint of endpoints) await tell(tx, endpoint, parts);
      return endpoints.length;
    });
  }
}

async function tell(tx: Queryable, endpoint: FailingEndpoint, parts: FailureMailParts): Promise<void> {
  const { name, emails } = await peopleOfApp(tx, endpoint.app_id);
  const words = wordsOf(endpoint, name, parts.addresses);
  for (const recipient of emails)
    await parts.sendMail(tx, { store_id: null, kind: "failing_endpoint", recipient, ...words });
}

function wordsOf(
  { app_id, installation_id, origin, notice, ...endpoint }: FailingEndpoint,
  app: string,
  { partnersOrigin }: Addresses,
): Pick<FailureMail, "subject" | "text"> {
  const { failing_since, last_failure, waiting } = endpoint;
  const isSecond = notice === 2;
  return {
    subject: `Webhooks of ${app} have been failing${isSecond ? " for a day" : ""}`,
    text: `Souk cannot deliver the webhooks of "${app}" to ${origin}${isSecond ? " and has not been able to for a day" : ""}.

Failing since: ${minuteOf(failing_since)}
Waiting now: ${waiting === mostWaiting ? "10,000 or more" : waiting.toLocaleString("en")}
What went wrong last: ${last_failure ?? "it is not known"}

Nothing is lost yet and nothing is switched off: your subscriptions stay. Souk keeps what waits, and looks at least every ten
minutes whether ${origin} answers 200 again. From then on it sends what has waited, slowly first and then faster.

A webhook is tried for 48 hours after its first attempt, and waits for that attempt at most 7 days. What expires can be
replayed until 14 days after it was made.

What waits and what was answered, in one of the shops that have the app:

${partnersOrigin}/apps/${app_id}/installations/${installation_id}
`,
  };
}

/** To the minute, in UTC: who reads it may be anywhere. */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
