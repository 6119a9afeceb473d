import type { Tone } from "@souk/ui";
import type { InstallationWebhook } from "../records.ts";

export type EndpointHealth = NonNullable<InstallationWebhook["lane"]["endpoint"]>;

/**
 * The state of an endpoint as a partner sees it. The states of its circuit breaker have their usual meaning: a `closed` breaker
 * lets deliveries through, and an `open` one pauses them. If the breaker is closed although recent requests failed, the state is `failing`.
 */
export type EndpointState = "closed" | "failing" | "open" | "recovering";

export const endpointTones: Readonly<Record<EndpointState, Tone>> = {
  closed: "neutral",
  failing: "warn",
  open: "danger",
  recovering: "info",
};

/** Return an endpoint's state as a partner sees it. */
export function getEndpointState({ state, failing_since }: EndpointHealth): EndpointState {
  return state === "closed" && failing_since !== null ? "failing" : state;
}

/** Return the unhealthy endpoints of some subscriptions, each once. */
export function listUnhealthyEndpoints(webhooks: readonly InstallationWebhook[]): EndpointHealth[] {
  const endpoints = webhooks.flatMap(({ lane }) => lane.endpoint ?? []);
  const endpointsByOrigin = new Map(endpoints.map((endpoint) => [endpoint.origin, endpoint]));
  return [...endpointsByOrigin.values()].filter((endpoint) => getEndpointState(endpoint) !== "closed");
}
