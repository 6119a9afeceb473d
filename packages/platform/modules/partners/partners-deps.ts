import type { LocalAccess } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";

/** What the partners module needs from the platform. */
export interface PartnersDeps {
  vault: Vault;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  /** The local hosts to which an app's URLs may point. They are allowed only in development, with a warning (REG-3). */
  localAccess: LocalAccess;
}

/** The ids with which a partner's member refers to an app. */
export interface PartnerAppRef {
  account_id: number;
  app_id: number;
}
