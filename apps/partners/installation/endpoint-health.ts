import type { Tone } from "@souk/ui";
import type { InstallationWebhook } from "../records.ts";

export type EndpointHealth = NonNullable<InstallationWebhook["lane"]["endpoint"]>;

/**
 * The health of an endpoint as a partner sees it. The states of the circuit breaker have their usual meaning: `closed` is
 * healthy, and `open` is paused. A breaker that is still closed after some failures is `failing`.
 */
export type EndpointState = "closed" | "failing" | "open" | "recovering";

export const endpointTones: Readonly<Record<EndpointState, Tone>> = {
  closed: "neutral",
  failing: "warn",
  open: "danger",
  recovering: "info",
};

export function getEndpointState({ state, failing_since }: EndpointHealth): EndpointState {
  return state === "closed" && failing_since !== null ? "failing" : state;
}

/** Return the unhealthy endpoints of some subscriptions, each once. */
export function listUnhealthyEndpoints(webhooks: readonly InstallationWebhook[]): EndpointHealth[] {
  const endpoints = webhooks.flatMap(({ lane }) => lane.endpoint ?? []);
  const byOrigin = new Map(endpoints.map((endpoint) => [endpoint.origin, endpoint]));
  return [...byOrigin.values()].filter((endpoint) => getEndpointState(endpoint) !== "closed");
}
