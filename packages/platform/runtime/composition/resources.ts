import type { Database } from "@souk/database";
import {
  createLocalHosts,
  type DatabaseClock,
  databaseClock,
  type Failpoint,
  type LocalAccess,
  type NameResolver,
  noFailpoint,
  type SafeSender,
} from "@souk/delivery";
import type { PanelFolders } from "../../http/panels/index.ts";
import { createFailureLog, type FailureLog } from "../../modules/staff/index.ts";
import { type Addresses, createAddresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import { createJobQueue, type JobQueue } from "../jobs/index.ts";
import type { RandomText } from "../random.ts";
import { type DerivedKeys, deriveKeys } from "../secrets/derived-keys.ts";
import { createVault, type Vault } from "../secrets/vault.ts";
import { createFulfillmentSender, createShippingRateSender } from "./callback-senders.ts";
import { createFiles, type PlatformFiles } from "./create-files.ts";
import { createMail, type PlatformMail } from "./create-mail.ts";

/** The options for creating a platform. */
export interface PlatformOptions {
  config: Config;
  /** The version of Souk. */
  version: string;
  /** The id of this process in the table of live processes; none if absent. */
  processId?: string;
  /** The secret key of 32 bytes, from which every other key is derived. */
  secretKey: Buffer;
  /** Earlier secret keys, with which older secrets are decrypted; none if absent. */
  formerSecretKeys?: readonly Buffer[];
  database: Database;
  clock: Clock;
  random: RandomText;
  log: Log;
  /** The clock for deliveries; by default, the database's clock. */
  databaseClock?: DatabaseClock;
  /** The DNS resolver for outgoing requests; by default, the system's name servers are used. */
  resolver?: NameResolver;
  /** The folders of the built panels. If a panel is not built, its page says how to build it. */
  panels: PanelFolders;
  /** Return how many processes share the rate limits; 1 if absent. */
  countLiveProcesses?: () => number;
  /** Simulates failures at certain points in the code. Only tests set it; it is not part of the configuration. */
  failpoint?: Failpoint;
}

/** The methods of a logger that the platform uses. A pino logger has them. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The options and shared objects from which the modules are composed. */
export interface PlatformResources extends PlatformOptions {
  addresses: Addresses;
  vault: Vault;
  keys: DerivedKeys;
  /**
   * The local hosts that outgoing requests may reach: this machine, and the hosts of SOUK_DEV_HOSTS. False in production, whatever is
   * configured.
   */
  localAccess: LocalAccess;
  files: PlatformFiles;
  mail: PlatformMail;
  /** Sends requests for shipping rates to apps. */
  shippingRateSender: SafeSender;
  /** Sends the Fulfill action to apps. */
  fulfillmentSender: SafeSender;
  /** The log of failed requests, for the platform's staff. */
  failureLog: FailureLog;
  /** The queue to which use cases add jobs. */
  jobs: JobQueue;
  databaseClock: DatabaseClock;
  failpoint: Failpoint;
}

/** Create the access to local hosts: none in production, otherwise this machine and the hosts of SOUK_DEV_HOSTS. */
function createLocalAccess({ mode, devHosts }: Config): LocalAccess {
  if (mode !== "development") return false;
  return devHosts.length === 0 || createLocalHosts(devHosts);
}

/** Create the shared objects of a platform from its options. */
export function createResources(options: PlatformOptions): PlatformResources {
  const addresses = createAddresses(options.config.publicUrl, options.config.adminDomain);
  const localAccess = createLocalAccess(options.config);
  const keys = deriveKeys(options.secretKey, options.formerSecretKeys);
  const vault = createVault(options.secretKey, options.formerSecretKeys);
  return {
    ...options,
    failpoint: options.failpoint ?? noFailpoint,
    addresses,
    vault,
    keys,
    localAccess,
    files: createFiles({ ...options, addresses, localAccess, keys }),
    mail: createMail({ ...options, addresses, vault }),
    shippingRateSender: createShippingRateSender({ ...options, localAccess }),
    fulfillmentSender: createFulfillmentSender({ ...options, localAccess }),
    failureLog: createFailureLog(),
    jobs: createJobQueue(),
    databaseClock: options.databaseClock ?? databaseClock,
  };
}
