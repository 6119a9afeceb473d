import { nearestTopic, refuse, refuseField, topicOf } from "@souk/contract";
import { checkPublicUrl } from "@souk/delivery";
import type { Installation, Store } from "../../routing/call.ts";
import type { Subscriber, SubscriptionRow } from "./subscription-store.ts";

/** What the rules of subscriptions depend on. */
export interface SubscriptionRules {
  /** The platform's own domain: no webhook leads back to it (WHK-2). */
  ownDomain: string;
  /** Development only: this machine's loopback names are taken, with a warning. */
  allowLoopback: boolean;
}

/** Subscriptions belong to apps; a merchant's session has none. @throws Refusal `not_allowed` */
export function requireInstallation(call: { store: Store; installation: Installation | null }): Subscriber {
  const { store, installation } = call;
  if (installation) return { store, installation };
  return refuse("not_allowed", { message: "Webhooks belong to apps; call with an app's token." });
}

/** WHK-2: HTTPS and public, or refused by name. */
export function requireWebhookUrl(url: string, rules: SubscriptionRules): void {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  if (!verdict.ok) refuseField("url", verdict.message);
}

/** What is worth a second look: a topic outside the catalogue never fires (WHK-1), an address that only this machine reaches. */
export function warningsOf(
  { topic, url }: { topic: string; url: string },
  rules: SubscriptionRules,
): string[] {
  const verdict = checkPublicUrl(url, { ...rules, purpose: "webhook" });
  const unknown = topicOf(topic)
    ? []
    : [`No topic is named "${topic}", so this never fires. Did you mean "${nearestTopic(topic)}"?`];
  return [...unknown, ...(verdict.ok ? verdict.warnings : [verdict.message])];
}

/** The subscription as it is answered. */
export function showSubscription(row: SubscriptionRow, rules: SubscriptionRules) {
  const { id, topic, url, created_at, updated_at, history } = row;
  const warnings = warningsOf(row, rules);
  return {
    ...{ id, topic, url, created_at, updated_at },
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(history ? { history } : {}),
  };
}
