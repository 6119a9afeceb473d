import { findNearestTopic, findTopic, throwApiError, throwFieldError } from "@souk/contract";
import { checkPublicUrl } from "@souk/delivery";
import type { Installation, Store } from "../../infrastructure/routing/call.ts";
import type { Subscriber, SubscriptionRow } from "./subscription-store.ts";

/** The configuration of the rules for subscriptions. */
export interface SubscriptionRules {
  /** The platform's own domain, which no webhook URL may have (WHK-2). */
  ownDomain: string;
  /** Whether loopback names of this machine are accepted, with a warning; in development only. */
  allowLoopback: boolean;
}

/**
 * Assert that the caller is an app: a merchant's session has no subscriptions. @throws ApiError `not_allowed`
 */
export function assertInstallation(call: { store: Store; installation: Installation | null }): Subscriber {
  const { store, installation } = call;
  if (installation) return { store, installation };
  return throwApiError("not_allowed", {
    message: "Only apps can manage webhooks. Send an app's access token.",
  });
}

/** Assert that a webhook URL is HTTPS and public (WHK-2). @throws ApiError `invalid` naming url */
export function assertWebhookUrl(url: string, rules: SubscriptionRules): void {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  if (!verdict.ok) throwFieldError("url", "invalid_format", { format: "url" }, verdict.message);
}

/**
 * List the warnings of a subscription: a topic outside the catalog, which is never published (WHK-1), or a
 * URL that only this machine reaches.
 */
export function listWarnings(
  { topic, url }: { topic: string; url: string },
  rules: SubscriptionRules,
): string[] {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  const unknown = findTopic(topic)
    ? []
    : [`No topic is named "${topic}", so this never fires. Did you mean "${findNearestTopic(topic)}"?`];
  return [...unknown, ...(verdict.ok ? verdict.warnings : [verdict.message])];
}

/** Convert a subscription to the API's JSON. */
export function showSubscription(row: SubscriptionRow, rules: SubscriptionRules) {
  const { id, topic, url, created_at, updated_at, history } = row;
  const warnings = listWarnings(row, rules);
  return {
    ...{ id, topic, url, created_at, updated_at },
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(history ? { history } : {}),
  };
}
