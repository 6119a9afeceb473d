import {
  anyText,
  bucketName,
  databaseUrl,
  domainName,
  ipAddress,
  ipRange,
  listOf,
  mailSender,
  numberAbove0,
  oneOf,
  portOrOff,
  proxyTrust,
  publicUrl,
  regionName,
  secretKey,
  serverUrl,
  smtpUrl,
  type ValueReader,
  visibleWord,
  wholeNumber,
} from "./value-readers.ts";

/** One environment variable: what the reference says of it and how its text is read. */
export interface Variable<T> {
  /** What holds when it is not set, for people. */
  fallback: string;
  /** What it takes, as the end of the sentence "it takes …". */
  takes: string;
  meaning: string;
  /** Its value is never shown. */
  secret?: true;
  read: ValueReader<T>;
}

function variable<T>(definition: Variable<T>): Variable<T> {
  return definition;
}

/** Every variable of Souk, in the order of the reference, which is generated from this table. */
export const variables = {
  SOUK_MODE: variable({
    fallback: "development",
    takes: "development or production",
    meaning:
      "Development makes a demo shop at the first start, logs for people, and opens outgoing requests to this machine's own names. Production does none of it.",
    read: oneOf("development", "production"),
  }),
  SOUK_PORT: variable({
    fallback: "4000",
    takes: "a port from 1 to 65535",
    meaning: "The port the server listens on.",
    read: wholeNumber(1, 65_535),
  }),
  SOUK_HOST: variable({
    fallback: "127.0.0.1,::1 in development; ::,0.0.0.0 in production",
    takes: "one or more IP addresses with commas between",
    meaning: "The addresses of this machine that the server listens on.",
    read: listOf(ipAddress),
  }),
  SOUK_DATA_DIR: variable({
    fallback: ".souk",
    takes: "a path",
    meaning:
      "The folder of the embedded database, the secret key, the lock and ready.json. One server process has it at a time.",
    read: anyText,
  }),
  SOUK_DOMAIN: variable({
    fallback: "the domain of SOUK_PUBLIC_URL, else souk.localhost",
    takes: "a domain in lower case without a leading dot",
    meaning:
      "Shops are at {handle}.{domain}, the admin at admin.{domain}, the partner dashboard at partners.{domain}.",
    read: domainName,
  }),
  SOUK_PUBLIC_URL: variable({
    fallback: "http, SOUK_DOMAIN and SOUK_PORT in development; https, SOUK_DOMAIN and 443 in production",
    takes: "http:// or https://, a domain and perhaps a port, with nothing after them",
    meaning:
      "Scheme, domain and port under which the outside reaches the server, when a proxy stands before it: every link and redirect is made of them.",
    read: publicUrl,
  }),
  SOUK_TRUST_PROXY: variable({
    fallback: "off",
    takes: "off, a number of proxies from 1 to 16, or IP addresses and ranges with commas between",
    meaning:
      "Whose X-Forwarded-For is believed. Without it the client's address is the one that connects, and behind a proxy all clients would share one limit.",
    read: proxyTrust,
  }),
  DATABASE_URL: variable({
    fallback: "an embedded PostgreSQL in the data directory",
    takes: "an address such as postgresql://user:password@host:5432/database",
    meaning: "A PostgreSQL of yours, 15 or newer, in place of the embedded one.",
    secret: true,
    read: databaseUrl,
  }),
  SOUK_SECRET_KEY: variable({
    fallback: "made at the first start and kept in secret.key in the data directory",
    takes: "32 bytes as 64 hexadecimal digits or as base64",
    meaning:
      "Encrypts client secrets and signs. The same for every process on one database; needed in production with DATABASE_URL. `openssl rand -hex 32` makes one. When it is lost, stored client secrets cannot be read any more.",
    secret: true,
    read: secretKey,
  }),
  SOUK_STORAGE: variable({
    fallback: "disk",
    takes: "disk or s3",
    meaning:
      "Where uploaded files lie: in the folder files of the data directory, or in a bucket of an S3-compatible service. Several machines need the bucket.",
    read: oneOf("disk", "s3"),
  }),
  SOUK_S3_BUCKET: variable({
    fallback: "nothing; needed with SOUK_STORAGE=s3",
    takes: "a bucket's name: 3 to 63 small letters, digits, dots and hyphens",
    meaning: "The bucket, which is there already. It stays private: Souk hands its files out by itself.",
    read: bucketName,
  }),
  SOUK_S3_ENDPOINT: variable({
    fallback: "that of Amazon S3 in the region",
    takes: "http:// or https://, a host and perhaps a port, with nothing after them",
    meaning: "Where an S3-compatible service of another kind is reached.",
    read: serverUrl,
  }),
  SOUK_S3_REGION: variable({
    fallback: "us-east-1",
    takes: "a region's name, such as eu-central-1",
    meaning: "The bucket's region, which requests are signed for.",
    read: regionName,
  }),
  SOUK_S3_ACCESS_KEY: variable({
    fallback: "nothing; needed with SOUK_STORAGE=s3",
    takes: "an access key id of visible characters without spaces",
    meaning: "Who reads, writes and deletes in the bucket.",
    secret: true,
    read: visibleWord,
  }),
  SOUK_S3_SECRET_KEY: variable({
    fallback: "nothing; needed with SOUK_STORAGE=s3",
    takes: "a secret access key of visible characters without spaces",
    meaning: "Signs the requests to the bucket.",
    secret: true,
    read: visibleWord,
  }),
  SOUK_SMTP_URL: variable({
    fallback:
      "nothing: mail is kept for 30 days and not sent; in development the admin's host shows it at /mail",
    takes: "an address such as smtp://user:password@host:587 or smtps://user:password@host:465",
    meaning:
      "The server that mail is sent by, such as invitations. With smtp:// STARTTLS is used where it is offered.",
    secret: true,
    read: smtpUrl,
  }),
  SOUK_MAIL_FROM: variable({
    fallback: "Souk <no-reply@{domain}>",
    takes: "an e-mail address, or a name with the address in angle brackets",
    meaning: "Who mail comes from.",
    read: mailSender,
  }),
  SOUK_RATE_LIMIT_BUCKET: variable({
    fallback: "40",
    takes: "a whole number from 1 to 1000000",
    meaning:
      "Requests that an app may make in one store at once; a signed-in person may make ten times as many.",
    read: wholeNumber(1, 1_000_000),
  }),
  SOUK_RATE_LIMIT_REFILL: variable({
    fallback: "4",
    takes: "a number above 0 and at most 1000000",
    meaning: "Requests a second that an app may make in one store for ever.",
    read: numberAbove0(1_000_000),
  }),
  SOUK_MAX_CONNECTIONS: variable({
    fallback: "16",
    takes: "a whole number from 2 to 1000",
    meaning:
      "Most connections of one process to the database, beside one that listens. All processes together must stay below the max_connections of PostgreSQL.",
    read: wholeNumber(2, 1000),
  }),
  SOUK_DEMO_APP: variable({
    fallback: "4100 in development; always off in production",
    takes: "off, or a port from 1 to 65535",
    meaning:
      "The port of 127.0.0.1 where the example app Inventory Sync runs beside a development server, ready to be installed in the demo shop.",
    read: portOrOff,
  }),
  SOUK_DEMO_LOGISTICS: variable({
    fallback: "4110 in development, off where SOUK_DEMO_APP is off; always off in production",
    takes: "off, or a port from 1 to 65535",
    meaning:
      "The port of 127.0.0.1 where the example app Logistics runs beside a development server, installed in the demo shop.",
    read: portOrOff,
  }),
  SOUK_METRICS_FROM: variable({
    fallback: "127.0.0.0/8,::1",
    takes: "IP addresses and ranges with commas between",
    meaning:
      "Clients that may read /metrics; others get 404. The address counts after SOUK_TRUST_PROXY, so a proxy on this machine opens it to nobody else.",
    read: listOf(ipRange),
  }),
  SOUK_LOG_LEVEL: variable({
    fallback: "warn in development, info in production",
    takes: "trace, debug, info, warn, error, fatal or silent",
    meaning: "The least important lines that are logged.",
    read: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
  }),
};

export type VariableName = keyof typeof variables;

export type ValueOf<N extends VariableName> = (typeof variables)[N] extends Variable<infer T> ? T : never;
