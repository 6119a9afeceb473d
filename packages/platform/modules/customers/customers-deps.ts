import type { Clock } from "../../runtime/clock.ts";

/** What the customers module needs from the platform. */
export interface CustomersDeps {
  clock: Clock;
}
