import type { Clock } from "../../runtime/clock.ts";

/** What customers need from the platform. */
export interface CustomersDeps {
  clock: Clock;
}
