import type { SafeSender } from "@souk/delivery";
import type { Clock } from "../../clock.ts";
import type { SecretReader } from "../partners/index.ts";

/** What shipping rates need of the rest of the house; given at wiring. */
export interface ShippingWiring {
  clock: Clock;
  secrets: SecretReader;
  /** The door to the apps' servers, under a name of its own. */
  sender: SafeSender;
  log: { warn(fields: object, message: string): void };
}
