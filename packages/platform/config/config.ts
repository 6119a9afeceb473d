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
  rateLimit: { bucket: number; refillPerSecond: number };
  /** Connections of this process to the database. */
  maxConnections: number;
  /** Addresses and ranges that may read /metrics. */
  metricsFrom: readonly string[];
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
}
