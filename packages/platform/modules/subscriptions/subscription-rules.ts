import { findNearestTopic, findTopic, throwApiError, throwFieldError } from "@souk/contract";
import { checkPublicUrl, type LocalAccess } from "@souk/delivery";
import type { Installation, Store } from "../../infrastructure/routing/call.ts";
import type { Subscriber, SubscriptionRow } from "./subscription-store.ts";

/** The hosts that webhook URLs may use and must not use. */
export interface SubscriptionRules {
  /** The platform's own domains. Webhook URLs must not use one of them or a subdomain (WHK-2). */
  ownDomains: readonly string[];
  /** Which local hosts webhook URLs may use. They are allowed only in development, with a warning. */
  localAccess: LocalAccess;
}

/**
 * Return the calling installation with its store. @throws ApiError `not_allowed` if the caller is a person, who can't have
 * subscriptions
 */
export function assertInstallation(call: { store: Store; installation: Installation | null }): Subscriber {
  const { store, installation } = call;
  if (installation) return { store, installation };
  return throwApiError("not_allowed", {
    message: "Only apps can manage webhooks. Send an app's access token.",
  });
}

/** Assert that a webhook URL uses HTTPS and is public (WHK-2). @throws ApiError `invalid` for `url` */
export function assertWebhookUrl(url: string, rules: SubscriptionRules): void {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  if (!verdict.ok) throwFieldError("url", "invalid_format", { format: "url" }, verdict.message);
}

/**
 * List the warnings for a subscription: one if its topic is not in the catalog, so that no webhook is ever sent (WHK-1), and one
 * if its URL works only in development or is not allowed.
 */
export function listWarnings(
  { topic, url }: { topic: string; url: string },
  rules: SubscriptionRules,
): string[] {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  const topicWarnings = findTopic(topic)
    ? []
    : [
        `No topic is named "${topic}", so no webhook is sent for it. Did you mean "${findNearestTopic(topic)}"?`,
      ];
  return [...topicWarnings, ...(verdict.ok ? verdict.warnings : [verdict.message])];
}

/** Convert a subscription to the API's JSON. */
export function toSubscriptionJson(row: SubscriptionRow, rules: SubscriptionRules) {
  const { id, topic, url, created_at, updated_at, history } = row;
  const warnings = listWarnings(row, rules);
  return {
    id,
    topic,
    url,
    created_at,
    updated_at,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(history ? { history } : {}),
  };
}
