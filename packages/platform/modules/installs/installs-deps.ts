import type { Log, Queryable } from "@souk/database";
import type { Failpoint, UninstallNotice } from "@souk/delivery";
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

/**
 * The functions of the delivery engine that installations need; `@souk/delivery` exports these under the same
 * names.
 */
export interface DeliveryControl {
  /** Stop all sending; pending deliveries wait. */
  bumpLaneEpochs(tx: Queryable, installationId: number): Promise<void>;
  /** Resume sending, and skip one delivery number. */
  resumeInstallation(tx: Queryable, installationId: number): Promise<void>;
  /** Cancel pending deliveries, except the notice of the uninstall. */
  cancelDeliveries(tx: Queryable, installationId: number): Promise<void>;
  /** Stop all sending except the notice; false when the installation has not subscribed to it. */
  enqueueUninstallNotice(tx: Queryable, notice: UninstallNotice): Promise<boolean>;
  cancelUninstallNotice(tx: Queryable, installation: { store_id: number; app_id: number }): Promise<void>;
}

/** Deletes a module's data of an installation, in the transaction that revokes its tokens (INS-16). */
export type Remover = (tx: Queryable, key: InstallationKey) => Promise<void>;

/** What installing, opening and ending an installation need from the platform. */
export interface InstallsDeps {
  clock: Clock;
  deliveries: DeliveryControl;
  /** One for each kind of resource that apps have in a store, beside tokens and subscriptions. */
  removers: readonly Remover[];
  failpoint: Failpoint;
  random: RandomText;
  addresses: Addresses;
  secrets: SecretReader;
  registerCustomApp(tx: Queryable, app: { store_id: number; name: string }): Promise<CustomApp>;
  /** Whether stores are offered all apps of the platform, as in development. */
  offersApps: boolean;
  /** The key that signs consents, derived from the platform's secret key for this purpose. */
  consentKey: Buffer;
  /** The log of security events, for example of a code that is redeemed again. */
  log: Log;
}

/** The dependencies of ending an installation. */
export type RemovalDeps = Pick<InstallsDeps, "clock" | "deliveries" | "removers" | "failpoint">;
