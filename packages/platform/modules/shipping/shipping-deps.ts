import type { SafeSender } from "@souk/delivery";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { SecretReader } from "../partners/index.ts";

/** The platform services that shipping rates need. */
export interface ShippingDeps {
  clock: Clock;
  secrets: SecretReader;
  /** Creates the id of each request to an app. */
  random: RandomText;
  /** The sender of the requests to apps. Its user agent is Souk-Rates/1. */
  sender: SafeSender;
  log: { warn(fields: object, message: string): void };
}
