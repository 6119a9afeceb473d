import type { Tone } from "@souk/ui";
import type { InstallationWebhook } from "../records.ts";

export type EndpointHealth = NonNullable<InstallationWebhook["lane"]["endpoint"]>;

/** How an endpoint fares, in the four ways that a partner tells apart. */
export type EndpointState = "closed" | "failing" | "open" | "recovering";

export const endpointTones: Readonly<Record<EndpointState, Tone>> = {
  closed: "neutral",
  failing: "warn",
  open: "danger",
  recovering: "info",
};

export function endpointState({ state, failing_since }: EndpointHealth): EndpointState {
  return state === "closed" && failing_since !== null ? "failing" : state;
}

/** The endpoints of some subscriptions that do not fare as usual, each once. */
export function troubledEndpoints(webhooks: readonly InstallationWebhook[]): EndpointHealth[] {
  const endpoints = webhooks.flatMap(({ lane }) => lane.endpoint ?? []);
  const byOrigin = new Map(endpoints.map((endpoint) => [endpoint.origin, endpoint]));
  return [...byOrigin.values()].filter((endpoint) => endpointState(endpoint) !== "closed");
}
