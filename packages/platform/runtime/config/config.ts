import type { QuotaSettings } from "../../infrastructure/quotas/index.ts";
import type { PublicUrl } from "../addresses.ts";

/** The validated configuration. It contains secrets and must never be logged. */
export interface Config {
  mode: "development" | "production";
  /** Whether a development server may have a public domain and listen on public addresses. */
  isPublicDevelopment: boolean;
  /** The host names, IP addresses and ranges that a development server's outgoing requests may reach besides this machine. */
  devHosts: readonly string[];
  /** Who can create an account: everybody, invited people, or nobody but the operator. */
  signUp: "open" | "invited" | "closed";
  port: number;
  /** IP addresses to listen on. */
  hosts: readonly string[];
  dataDir: string;
  publicUrl: PublicUrl;
  /** The domain of the admin, the partner dashboard and the files; null if it is the domain of the stores. */
  adminDomain: string | null;
  /** The trusted proxies: none, their number, or their IP addresses and ranges. */
  trustProxy: false | number | string[];
  /** The URL of a PostgreSQL server, or null to use the embedded one. */
  databaseUrl: string | null;
  /** The secret keys of 32 bytes, the new one first, or null to use those in the data directory. */
  secretKeys: readonly Buffer[] | null;
  storage: StorageSettings;
  mail: MailSettings;
  /** The contacts for reports of vulnerabilities, as URIs; empty if there are none. */
  securityContacts: readonly string[];
  rateLimit: { bucketSize: number; refillPerSecond: number };
  /** The maxima of the quotas that differ from the defaults. */
  quotas: QuotaSettings;
  /** The maximum number of database connections of this process. */
  maxConnections: number;
  /** The port on 127.0.0.1 of the example app Inventory Sync in development, or null if it does not run. */
  demoAppPort: number | null;
  /** The port on 127.0.0.1 of the example app Logistics in development, or null if it does not run. */
  demoLogisticsPort: number | null;
  /** The IP addresses and ranges that may read /metrics. */
  metricsFrom: readonly string[];
  /** The token with which a client at any IP address may read /metrics, or null if there is none. */
  metricsToken: string | null;
  /** Whether a production server may run as root. */
  allowsRoot: boolean;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
}

/** The settings for sending email. */
export interface MailSettings {
  /** The URL of the SMTP server, or null if emails are not sent. */
  smtpUrl: string | null;
  /** The sender: an email address with or without a name. */
  from: string;
}

/** The settings for storing uploaded files. */
export type StorageSettings =
  | { kind: "disk" }
  | {
      kind: "s3";
      bucket: string;
      /** The URL of the service, or null for Amazon S3. */
      endpoint: string | null;
      region: string;
      accessKey: string;
      secretKey: string;
    };
