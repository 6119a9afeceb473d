import type { Queryable } from "@souk/database";
import type { Failpoint, UninstallNotice } from "@souk/delivery";
import type { SigningKeys } from "../../infrastructure/signing-keys.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { CustomApp, SecretReader } from "../partners/index.ts";

/** The ids of an installation, its app and its store. */
export interface InstallationKey {
  installation_id: number;
  store_id: number;
  app_id: number;
}

/** The functions of the delivery engine that installations need. */
export interface DeliveryControl {
  /** Stop all sending to an installation. Its pending deliveries wait. */
  stopLanes(tx: Queryable, installationId: number): Promise<void>;
  /** Resume sending to an installation, and skip one delivery number. */
  resumeLanes(tx: Queryable, installationId: number): Promise<void>;
  /** Cancel an installation's pending deliveries, except the app/uninstall notice. */
  closeLanes(tx: Queryable, installationId: number): Promise<void>;
  /**
   * Stop all sending to an installation, except the app/uninstall notice, and queue this notice.
   * @returns false if the installation has not subscribed to this notice
   */
  enqueueUninstallNotice(tx: Queryable, notice: UninstallNotice): Promise<boolean>;
  /** Cancel the pending app/uninstall notices of an app in a store. */
  cancelUninstallNotice(tx: Queryable, installation: { store_id: number; app_id: number }): Promise<void>;
}

/**
 * A function with which a module deletes its records of an installation, in the transaction that revokes the installation's
 * tokens (INS-16).
 */
export type Remover = (tx: Queryable, key: InstallationKey) => Promise<void>;

/** What installing, opening and uninstalling apps need from the platform. */
export interface InstallsDeps {
  clock: Clock;
  deliveries: DeliveryControl;
  /** One remover for each kind of record that apps have in a store, except tokens and subscriptions. */
  removers: readonly Remover[];
  failpoint: Failpoint;
  random: RandomText;
  addresses: Addresses;
  secrets: SecretReader;
  registerCustomApp(tx: Queryable, app: { store_id: number; name: string }): Promise<CustomApp>;
  /** Whether the admin lists all public apps for installation, as in development. */
  offersApps: boolean;
  /** The keys that sign and verify consent tokens. They are derived from the platform's secret keys. */
  consentKeys: SigningKeys;
}

/** What removing an installation needs from the platform. */
export type RemovalDeps = Pick<InstallsDeps, "clock" | "deliveries" | "removers" | "failpoint">;
