import type { Log, Queryable } from "@souk/database";
import type { Failpoint, UninstallNotice } from "@souk/delivery";
import type { Addresses } from "../../addresses.ts";
import type { Clock } from "../../clock.ts";
import type { RandomText } from "../../random.ts";
import type { CustomApp, SecretReader } from "../partners/index.ts";

/** An installation with whose it is. */
export interface InstallationKey {
  installation_id: number;
  store_id: number;
  app_id: number;
}

/** What the life of an installation asks of the delivery engine; `@souk/delivery` exports these under the same names. */
export interface DeliveryControl {
  /** Stops all sending; what is pending waits. */
  bumpLaneEpochs(tx: Queryable, installationId: number): Promise<void>;
  /** Lets what waits go on, and leaves one delivery number out. */
  resumeInstallation(tx: Queryable, installationId: number): Promise<void>;
  /** Cancels what is pending, the notice of the uninstall excepted. */
  cancelDeliveries(tx: Queryable, installationId: number): Promise<void>;
  /** Stops all sending but the notice; false when the installation has not subscribed to it. */
  enqueueUninstallNotice(tx: Queryable, notice: UninstallNotice): Promise<boolean>;
  cancelUninstallNotice(tx: Queryable, of: { store_id: number; app_id: number }): Promise<void>;
}

/** Removes what a module keeps for an installation, in the transaction that revokes its tokens (INS-16). */
export type Remover = (tx: Queryable, key: InstallationKey) => Promise<void>;

/** What ending an installation needs. */
export interface RemovalWiring {
  clock: Clock;
  deliveries: DeliveryControl;
  /** One for each kind of resource that apps keep in a store, beside tokens and subscriptions. */
  removers: readonly Remover[];
  failpoint: Failpoint;
}

/** What installing, opening and ending need of the rest of the house; given at wiring. */
export interface InstallsWiring extends RemovalWiring {
  random: RandomText;
  addresses: Addresses;
  secrets: SecretReader;
  registerCustomApp(tx: Queryable, app: { store_id: number; name: string }): Promise<CustomApp>;
  /** Whether shops are shown all apps of the platform, as in development. */
  offersApps: boolean;
  /** Derived from the platform's secret key for this one purpose. */
  consentKey: Buffer;
  /** Security events go here, such as a code that is redeemed again. */
  log: Log;
}
