import type { SafeSender } from "@souk/delivery";
import type { Clock } from "../../runtime/clock.ts";
import type { SecretReader } from "../partners/index.ts";

/** The platform services that shipping rates need. */
export interface ShippingDeps {
  clock: Clock;
  secrets: SecretReader;
  /** The sender for requests to the apps' servers, with a user agent of its own. */
  sender: SafeSender;
  log: { warn(fields: object, message: string): void };
}
