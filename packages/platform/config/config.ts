import type { PublicUrl } from "../addresses.ts";

/** Everything that the person who runs Souk may set, checked. Holds secrets: it is never logged. */
export interface Config {
  mode: "development" | "production";
  port: number;
  /** IP addresses to listen on. */
  hosts: readonly string[];
  dataDir: string;
  publicUrl: PublicUrl;
  /** Nobody, a number of hops, or addresses and ranges of proxies to believe. */
  trustProxy: false | number | string[];
  /** `null`: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** 32 bytes; `null`: the one kept in the data directory. */
  secretKey: Buffer | null;
  storage: StorageSettings;
  mail: MailSettings;
  rateLimit: { bucket: number; refillPerSecond: number };
  /** Connections of this process to the database. */
  maxConnections: number;
  /** The port of 127.0.0.1 where the example app runs beside a development server; `null`: nowhere. */
  demoAppPort: number | null;
  /** The same of the example app that sends parcels. */
  demoLogisticsPort: number | null;
  /** Addresses and ranges that may read /metrics. */
  metricsFrom: readonly string[];
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
}

/** How mail is sent. */
export interface MailSettings {
  /** `null`: it is kept and not sent. */
  smtpUrl: string | null;
  /** The sender, an address with or without a name. */
  from: string;
}

/** Where uploaded files lie. */
export type StorageSettings =
  | { kind: "disk" }
  | {
      kind: "s3";
      bucket: string;
      /** `null`: Amazon's of the region. */
      endpoint: string | null;
      region: string;
      accessKey: string;
      secretKey: string;
    };
