import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";

/** What partners' apps need from the platform. */
export interface PartnersDeps {
  vault: Vault;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  /** Whether an app's URLs may lead to this machine, with a warning (REG-3); in development only. */
  allowLoopback: boolean;
}

/** The ids by which one of a partner's people names an app. */
export interface OwnApp {
  account_id: number;
  app_id: number;
}
