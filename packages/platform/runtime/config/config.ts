import type { PublicUrl } from "../addresses.ts";

/** The checked settings of the person who runs Souk. Holds secrets: it is never logged. */
export interface Config {
  mode: "development" | "production";
  port: number;
  /** IP addresses to listen on. */
  hosts: readonly string[];
  dataDir: string;
  publicUrl: PublicUrl;
  /** The trusted proxies: none, a number of hops, or addresses and ranges. */
  trustProxy: false | number | string[];
  /** The PostgreSQL to use; `null`: the embedded one. */
  databaseUrl: string | null;
  /** The secret key, 32 bytes; `null`: the one kept in the data directory. */
  secretKey: Buffer | null;
  storage: StorageSettings;
  mail: MailSettings;
  rateLimit: { bucket: number; refillPerSecond: number };
  /** Connections of this process to the database. */
  maxConnections: number;
  /** The port of 127.0.0.1 where the example app runs beside a development server; `null`: nowhere. */
  demoAppPort: number | null;
  /** The port of 127.0.0.1 where the example app that sends parcels runs; `null`: nowhere. */
  demoLogisticsPort: number | null;
  /** Addresses and ranges that may read /metrics. */
  metricsFrom: readonly string[];
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
}

/** The settings for sending email. */
export interface MailSettings {
  /** The SMTP server; `null`: email is kept and not sent. */
  smtpUrl: string | null;
  /** The sender, an address with or without a name. */
  from: string;
}

/** The settings for storing uploaded files. */
export type StorageSettings =
  | { kind: "disk" }
  | {
      kind: "s3";
      bucket: string;
      /** The service's URL; `null`: Amazon's of the region. */
      endpoint: string | null;
      region: string;
      accessKey: string;
      secretKey: string;
    };
