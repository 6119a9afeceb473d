import type { Database } from "@souk/database";
import {
  type DatabaseClock,
  databaseClock,
  type Failpoint,
  type NameResolver,
  noFailpoint,
  type SafeSender,
} from "@souk/delivery";
import type { PanelFolders } from "../../http/panels/index.ts";
import { type Addresses, createAddresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import { createJobQueue, type JobQueue } from "../jobs/index.ts";
import type { RandomText } from "../random.ts";
import { deriveKeys } from "../secrets/derived-keys.ts";
import { createVault, type Vault } from "../secrets/vault.ts";
import { createFulfillmentSender, createRateSender } from "./callback-senders.ts";
import { createFiles, type PlatformFiles } from "./create-files.ts";
import { createMail, type PlatformMail } from "./create-mail.ts";

/** The options of a platform; environment, clock and randomness come from outside. */
export interface PlatformOptions {
  config: Config;
  /** The secret key, 32 bytes; every other key is derived from it. */
  secretKey: Buffer;
  database: Database;
  clock: Clock;
  random: RandomText;
  log: Log;
  /** The clock for deliveries; by default the database's own. */
  databaseClock?: DatabaseClock;
  /** The resolver of other people's servers; by default the system's name servers. */
  resolver?: NameResolver;
  /** The folders of the built panels; the platform says how to build them when they are missing. */
  panels: PanelFolders;
  /** Return how many processes share the rate limits; by default 1. */
  liveProcesses?: () => number;
  /** For tests: runs at the named places of the code; by default nothing. No setting leads here. */
  failpoint?: Failpoint;
}

/** The part of a logger that the platform needs; a pino logger fits. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What modules are composed from. */
export interface PlatformResources extends PlatformOptions {
  addresses: Addresses;
  vault: Vault;
  keys: ReturnType<typeof deriveKeys>;
  /**
   * Whether outgoing requests may reach this machine: visible in development; production has no switch for
   * it.
   */
  allowLoopback: boolean;
  files: PlatformFiles;
  mail: PlatformMail;
  /** The sender that asks apps for shipping rates. */
  rateSender: SafeSender;
  /** Hands orders to apps. */
  fulfillmentSender: SafeSender;
  /** Where use cases leave long work. */
  jobs: JobQueue;
  databaseClock: DatabaseClock;
  failpoint: Failpoint;
}

export function createResources(options: PlatformOptions): PlatformResources {
  const addresses = createAddresses(options.config.publicUrl);
  const allowLoopback = options.config.mode === "development";
  const vault = createVault(options.secretKey);
  return {
    ...options,
    failpoint: options.failpoint ?? noFailpoint,
    addresses,
    vault,
    keys: deriveKeys(options.secretKey),
    allowLoopback,
    files: createFiles({ ...options, addresses, allowLoopback }),
    mail: createMail({ ...options, addresses, vault }),
    rateSender: createRateSender({ ...options, allowLoopback }),
    fulfillmentSender: createFulfillmentSender({ ...options, allowLoopback }),
    jobs: createJobQueue(),
    databaseClock: options.databaseClock ?? databaseClock,
  };
}
