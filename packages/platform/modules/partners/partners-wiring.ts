import type { Addresses } from "../../addresses.ts";
import type { Clock } from "../../clock.ts";
import type { RandomText } from "../../random.ts";
import type { Vault } from "../../secrets/vault.ts";

/** What the partners' apps need of the rest of the house; given at wiring. */
export interface PartnersWiring {
  vault: Vault;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  /** Development only: an app's URLs may lead to this machine, with a warning (REG-3). */
  allowLoopback: boolean;
}

/** An app as one of its partner's people names it. */
export interface OwnApp {
  account_id: number;
  app_id: number;
}
