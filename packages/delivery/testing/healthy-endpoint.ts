import type { EndpointHealth } from "../breaker.ts";

/** The health of an endpoint without failures. */
export const healthyEndpoint: EndpointHealth = {
  breaker: "closed",
  failing_since: null,
  failures: 0,
  last_failure: null,
  probe_at: null,
  probes: 0,
  rate: null,
};
