import type { Database } from "@souk/database";
import {
  type DatabaseClock,
  type Failpoint,
  type NameResolver,
  noFailpoint,
  type SafeSender,
} from "@souk/delivery";
import { type Addresses, createAddresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import { createFactRegistry, type FactRegistry } from "../events/facts.ts";
import type { PanelFolders } from "../panels/index.ts";
import type { RandomText } from "../random.ts";
import { deriveKeys } from "../secrets/derived-keys.ts";
import { createVault, type Vault } from "../secrets/vault.ts";
import { createFileSide, type FileSide } from "./file-side.ts";
import { createMailSide, type MailSide } from "./mail-side.ts";
import { createRateSender } from "./rate-side.ts";

/** What a platform is made of; the environment, the clock and chance come from outside. */
export interface PlatformOptions {
  config: Config;
  /** 32 bytes; every other key is derived from it. */
  secretKey: Buffer;
  database: Database;
  clock: Clock;
  random: RandomText;
  log: Log;
  /** The time deliveries go by; the database's own when left out. */
  databaseClock?: DatabaseClock;
  /** Who is asked for the addresses of other people's servers; the system's name servers when left out. */
  resolver?: NameResolver;
  /** Where the built panels lie; the platform says how to build them when they are not there. */
  panels: PanelFolders;
  /** How many processes share the rate limits; 1 when left out. */
  liveProcesses?: () => number;
  /** For tests: what happens at the places that have a name; nothing when left out. No setting leads here. */
  failpoint?: Failpoint;
}

/** What the platform needs of a logger; a pino logger is one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What every module's wiring is made from. */
export interface House extends PlatformOptions {
  addresses: Addresses;
  facts: FactRegistry;
  vault: Vault;
  keys: ReturnType<typeof deriveKeys>;
  /** Development opens outgoing doors to this machine, visibly; production has no switch that can. */
  allowLoopback: boolean;
  files: FileSide;
  mail: MailSide;
  /** Asks apps for shipping rates. */
  rateSender: SafeSender;
  failpoint: Failpoint;
}

export function createHouse(options: PlatformOptions): House {
  const addresses = createAddresses(options.config.publicUrl);
  const allowLoopback = options.config.mode === "development";
  const vault = createVault(options.secretKey);
  return {
    ...options,
    failpoint: options.failpoint ?? noFailpoint,
    addresses,
    facts: createFactRegistry(),
    vault,
    keys: deriveKeys(options.secretKey),
    allowLoopback,
    files: createFileSide({ ...options, addresses, allowLoopback }),
    mail: createMailSide({ ...options, addresses, vault }),
    rateSender: createRateSender({ ...options, allowLoopback }),
  };
}
