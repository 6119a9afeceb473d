import { quotaNames } from "../../infrastructure/quotas/index.ts";
import {
  createChoiceReader,
  createIntegerReader,
  createListReader,
  createPositiveNumberReader,
  readBucketName,
  readContactUri,
  readDatabaseUrl,
  readDomainName,
  readEmailSender,
  readHost,
  readIpAddress,
  readIpRange,
  readKeys,
  readPortOrOff,
  readPublicUrl,
  readQuotas,
  readRegionName,
  readServerUrl,
  readSmtpUrl,
  readText,
  readTrustedProxies,
  readVisibleText,
  type ValueReader,
} from "./value-readers.ts";

/** An environment variable, with its documentation and the reader of its value. */
export interface Variable<T> {
  /** A description of the default value. */
  fallback: string;
  /** A description of valid values, which completes the sentence "It must be …". */
  accepts: string;
  meaning: string;
  /** Set if the value must never be shown. */
  isSecret?: true;
  read: ValueReader<T>;
}

function defineVariable<T>(definition: Variable<T>): Variable<T> {
  return definition;
}

/** All environment variables of Souk. The configuration reference is generated from this table, in the same order. */
export const variables = {
  SOUK_MODE: defineVariable({
    fallback: "development",
    accepts: "development or production",
    meaning:
      "Development creates a demo store at the first start, writes human-readable logs, and allows outgoing requests to this machine. Production does none of these.",
    read: createChoiceReader("development", "production"),
  }),
  SOUK_DEV_PUBLIC: defineVariable({
    fallback: "off",
    accepts: "1",
    meaning:
      "Lets a development server have a public domain and listen on public addresses. The demo accounts then get a random password, which is printed once.",
    read: createChoiceReader("1"),
  }),
  SOUK_DEV_HOSTS: defineVariable({
    fallback: "none",
    accepts:
      "host names, IP addresses and ranges, separated by commas, such as app,192.168.1.20,172.16.0.0/12",
    meaning:
      "Hosts that outgoing requests of a development server may reach besides this machine, for example apps in containers or on another machine of the network. URLs of apps, webhooks and images may then use them, also with http. Production refuses to start with it.",
    read: createListReader(readHost),
  }),
  SOUK_PORT: defineVariable({
    fallback: "4000",
    accepts: "a port from 1 to 65535",
    meaning: "The port the server listens on.",
    read: createIntegerReader(1, 65_535),
  }),
  SOUK_HOST: defineVariable({
    fallback: "127.0.0.1,::1 in development; ::,0.0.0.0 in production",
    accepts: "one or more IP addresses, separated by commas",
    meaning: "The addresses of this machine that the server listens on.",
    read: createListReader(readIpAddress),
  }),
  SOUK_DATA_DIR: defineVariable({
    fallback: ".souk",
    accepts: "a path",
    meaning:
      "The folder of the embedded database, the secret key, the lock and ready.json. Only one server process can use it at a time.",
    read: readText,
  }),
  SOUK_DOMAIN: defineVariable({
    fallback: "the domain of SOUK_PUBLIC_URL, or souk.localhost",
    accepts: "a lowercase domain without a leading dot",
    meaning:
      "Stores are at {handle}.{domain}, the admin at admin.{domain}, the partner dashboard at partners.{domain}.",
    read: readDomainName,
  }),
  SOUK_PUBLIC_URL: defineVariable({
    fallback: "http, SOUK_DOMAIN and SOUK_PORT in development; https, SOUK_DOMAIN and 443 in production",
    accepts: "an http:// or https:// URL with a domain and an optional port, without a path",
    meaning:
      "The public scheme, domain and port of the server when it runs behind a proxy. Used in every link and redirect.",
    read: readPublicUrl,
  }),
  SOUK_ADMIN_DOMAIN: defineVariable({
    fallback: "the domain of the stores",
    accepts: "a lowercase domain without a leading dot, which is not above or below the domain of the stores",
    meaning:
      "Puts the admin, the partner dashboard and the files on another domain than the stores: admin.{this}, partners.{this}, files.{this}. Scripts of a store can set cookies for all hosts of the stores' domain. Recommended in production, as another registrable domain.",
    read: readDomainName,
  }),
  SOUK_TRUST_PROXY: defineVariable({
    fallback: "off",
    accepts: "off, a number of proxies from 1 to 16, or IP addresses and ranges, separated by commas",
    meaning:
      "The proxies whose X-Forwarded-For header is trusted. If it is a number, only proxies with a loopback or private address are trusted; for a proxy with a public address, set its address. When off, the client's address is that of the connection, so all clients behind a proxy share one rate limit.",
    read: readTrustedProxies,
  }),
  DATABASE_URL: defineVariable({
    fallback: "an embedded PostgreSQL in the data directory",
    accepts: "a URL such as postgresql://user:password@host:5432/database",
    meaning: "Your own PostgreSQL server, version 15 or newer, instead of the embedded one.",
    isSecret: true,
    read: readDatabaseUrl,
  }),
  SOUK_SECRET_KEY: defineVariable({
    fallback: "generated at the first start and stored in secret.key in the data directory",
    accepts:
      "32 bytes as 64 hexadecimal digits or in base64, or several such keys separated by commas, the new one first",
    meaning:
      "Encrypts client secrets and signs tokens. Must be the same for every process on one database; required in production with DATABASE_URL. Generate one with `openssl rand -hex 32`. If it is lost, stored client secrets can no longer be read. To change it, see docs/guides/operate.md.",
    isSecret: true,
    read: readKeys,
  }),
  SOUK_STORAGE: defineVariable({
    fallback: "disk",
    accepts: "disk or s3",
    meaning:
      "Where uploaded files are stored: in the folder `files` of the data directory, or in a bucket of an S3-compatible service. Several machines require a bucket.",
    read: createChoiceReader("disk", "s3"),
  }),
  SOUK_S3_BUCKET: defineVariable({
    fallback: "none; required with SOUK_STORAGE=s3",
    accepts: "a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens",
    meaning: "An existing bucket. It can be private, because Souk serves its files.",
    read: readBucketName,
  }),
  SOUK_S3_ENDPOINT: defineVariable({
    fallback: "Amazon S3 in the region",
    accepts: "an http:// or https:// URL with a host and an optional port, without a path",
    meaning: "The URL of another S3-compatible service.",
    read: readServerUrl,
  }),
  SOUK_S3_REGION: defineVariable({
    fallback: "us-east-1",
    accepts: "a region name, such as eu-central-1",
    meaning: "The bucket's region, used to sign requests.",
    read: readRegionName,
  }),
  SOUK_S3_ACCESS_KEY: defineVariable({
    fallback: "none; required with SOUK_STORAGE=s3",
    accepts: "an access key id of visible characters without spaces",
    meaning: "The access key for the bucket. It needs permission to read, write and delete.",
    isSecret: true,
    read: readVisibleText,
  }),
  SOUK_S3_SECRET_KEY: defineVariable({
    fallback: "none; required with SOUK_STORAGE=s3",
    accepts: "a secret access key of visible characters without spaces",
    meaning: "Signs the requests to the bucket.",
    isSecret: true,
    read: readVisibleText,
  }),
  SOUK_SECURITY_CONTACT: defineVariable({
    fallback: "none: /.well-known/security.txt is not found",
    accepts:
      "one or more URIs such as mailto:security@souk.example or https://souk.example/security, separated by commas",
    meaning:
      "Where people can report a vulnerability of this platform, the preferred contact first. Shown in /.well-known/security.txt.",
    read: createListReader(readContactUri),
  }),
  SOUK_SMTP_URL: defineVariable({
    fallback:
      "none: emails are kept for 30 days and not sent; in development they are shown at /mail on the admin host",
    accepts: "a URL such as smtp://user:password@host:587 or smtps://user:password@host:465",
    meaning:
      "The SMTP server for outgoing email. With smtp://, STARTTLS is used if the server offers it; in production it is required, except for a server on this machine.",
    isSecret: true,
    read: readSmtpUrl,
  }),
  SOUK_MAIL_FROM: defineVariable({
    fallback: "Souk <no-reply@{domain}>",
    accepts: "an email address, or a name with the address in angle brackets",
    meaning: "The sender of emails.",
    read: readEmailSender,
  }),
  SOUK_SIGN_UP: defineVariable({
    fallback: "open in development; closed in production and with SOUK_DEV_PUBLIC",
    accepts: "open, invited or closed",
    meaning:
      "Who can create an account: everybody; only people who were invited to a store; or nobody. The operator can always create one with `npm run souk -- account create`. In production, open requires SOUK_SMTP_URL.",
    read: createChoiceReader("open", "invited", "closed"),
  }),
  SOUK_RATE_LIMIT_BUCKET: defineVariable({
    fallback: "40",
    accepts: "a whole number from 1 to 1000000",
    meaning:
      "The size of the rate limit bucket of an app in one store: the number of requests it can send at once. The limit of a signed-in person is four times as high.",
    read: createIntegerReader(1, 1_000_000),
  }),
  SOUK_RATE_LIMIT_REFILL: defineVariable({
    fallback: "4",
    accepts: "a number above 0 and at most 1000000",
    meaning:
      "The refill rate of the bucket: the requests per second that an app can send in one store continuously.",
    read: createPositiveNumberReader(1_000_000),
  }),
  SOUK_QUOTAS: defineVariable({
    fallback: "the defaults in docs/guides/operate.md",
    accepts: `names of quotas with their maximum, for example metafields=500000,file_bytes=53687091200; the names are ${quotaNames.join(", ")}`,
    meaning:
      "Changes the quotas of every store, account and partner. The value of the process that started last applies to all processes.",
    read: readQuotas,
  }),
  SOUK_MAX_CONNECTIONS: defineVariable({
    fallback: "16",
    accepts: "a whole number from 2 to 1000",
    meaning:
      "The maximum number of database connections of one process. Each process opens one more for notifications. All processes together must stay below max_connections of PostgreSQL.",
    read: createIntegerReader(2, 1000),
  }),
  SOUK_DEMO_APP: defineVariable({
    fallback: "4100 in development; always off in production",
    accepts: "off, or a port from 1 to 65535",
    meaning:
      "The port on 127.0.0.1 of the example app Inventory Sync, which runs next to a development server and can be installed in the demo store.",
    read: readPortOrOff,
  }),
  SOUK_DEMO_LOGISTICS: defineVariable({
    fallback: "4110 in development, or off if SOUK_DEMO_APP is off; always off in production",
    accepts: "off, or a port from 1 to 65535",
    meaning:
      "The port on 127.0.0.1 of the example app Logistics, which runs next to a development server and is installed in the demo store.",
    read: readPortOrOff,
  }),
  SOUK_METRICS_FROM: defineVariable({
    fallback: "127.0.0.0/8,::1",
    accepts: "IP addresses and ranges, separated by commas",
    meaning:
      "Clients that can read /metrics; others get 404. Checked after SOUK_TRUST_PROXY, so a proxy on this machine does not expose /metrics.",
    read: createListReader(readIpRange),
  }),
  SOUK_METRICS_TOKEN: defineVariable({
    fallback: "not set",
    accepts: "16 to 256 visible ASCII characters",
    meaning:
      "Lets a client at any address read /metrics with the header `Authorization: Bearer {token}`, in addition to the clients of SOUK_METRICS_FROM.",
    isSecret: true,
    read: (text) => (text.length >= 16 ? readVisibleText(text) : undefined),
  }),
  SOUK_ALLOW_ROOT: defineVariable({
    fallback: "off",
    accepts: "1",
    meaning: "Lets a production server run as the user root. In development, root only gets a warning.",
    read: createChoiceReader("1"),
  }),
  SOUK_LOG_LEVEL: defineVariable({
    fallback: "warn in development, info in production",
    accepts: "trace, debug, info, warn, error, fatal or silent",
    meaning: "The minimum level of log lines.",
    read: createChoiceReader("trace", "debug", "info", "warn", "error", "fatal", "silent"),
  }),
};

export type VariableName = keyof typeof variables;

export type VariableValue<N extends VariableName> =
  (typeof variables)[N] extends Variable<infer T> ? T : never;
