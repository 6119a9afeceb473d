import type { EndpointHealth } from "../breaker.ts";

/** How an endpoint fares of which there is nothing to tell. */
export const healthyEndpoint: EndpointHealth = {
  breaker: "closed",
  failing_since: null,
  failures: 0,
  last_failure: null,
  probe_at: null,
  probes: 0,
  rate: null,
};
