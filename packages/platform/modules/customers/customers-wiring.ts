import type { Clock } from "../../clock.ts";
import type { FactRegistry } from "../../events/facts.ts";

/** What customers need of the rest of the house; given at wiring. */
export interface CustomersWiring {
  facts: FactRegistry;
  clock: Clock;
}
