import { isIP } from "node:net";
import { readSecretKeys } from "@souk/signing";
import { type QuotaSettings, quotaNames } from "../../infrastructure/quotas/index.ts";

/** Reads the text of a variable, or returns undefined if it is invalid. */
export type ValueReader<T> = (text: string) => T | undefined;

/** Create a reader that accepts only these values. */
export function createChoiceReader<const T extends string>(...values: T[]): ValueReader<T> {
  return (text) => values.find((value) => value === text);
}

/** Create a reader of a non-negative integer in a range. */
export function createIntegerReader(min: number, max: number): ValueReader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/** Create a reader of a number that is greater than 0 and at most `max`, with up to six decimal places. */
export function createPositiveNumberReader(max: number): ValueReader<number> {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value > 0 && value <= max ? value : undefined;
  };
}

/** Create a reader of one or more values that are separated by commas. */
export function createListReader<T>(read: ValueReader<T>): ValueReader<T[]> {
  return (text) => {
    const values = text.split(",").map((part) => read(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}

/** Read an IP address, without a port or range. */
export const readIpAddress: ValueReader<string> = (text) => (isIP(text) ? text : undefined);

/** Read an IP address or an IP range such as `10.0.0.0/8`. */
export const readIpRange: ValueReader<string> = (text) => {
  const [address = "", prefix, ...extraParts] = text.split("/");
  const family = isIP(address);
  if (family === 0 || extraParts.length > 0) return undefined;
  if (prefix === undefined) return text;
  return createIntegerReader(0, family === 4 ? 32 : 128)(prefix) === undefined ? undefined : text;
};

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainPattern = new RegExp(`^${label}(?:\\.${label})*$`);
// A hostname has at most 253 characters, of which the longest store handle and its dot take 64.
const maxDomainLength = 253 - 64;

/** Read a lowercase domain that is short enough for the hostnames of stores. An IP address is not a domain. */
export const readDomainName: ValueReader<string> = (text) =>
  text.length <= maxDomainLength && domainPattern.test(text) && !/^[\d.]+$/.test(text) ? text : undefined;

/** Read a host name, an IP address or an IP range. */
export const readHost: ValueReader<string> = (text) => readIpRange(text) ?? readDomainName(text);

/** The parts of a public URL. The port is the default port of the scheme if the URL has none. */
export interface ParsedPublicUrl {
  scheme: "http" | "https";
  domain: string;
  port: number;
}

/**
 * Read a URL that consists only of a scheme, a domain and an optional port, such as `http://souk.example:8080`.
 */
export const readPublicUrl: ValueReader<ParsedPublicUrl> = (text) => {
  const [, scheme, host, portText] = /^(https?):\/\/([^/:?#@]+)(?::(\d+))?\/?$/.exec(text) ?? [];
  const domain = readDomainName(host ?? "");
  const port = portText === undefined ? getDefaultPort(scheme) : createIntegerReader(1, 65_535)(portText);
  if (domain === undefined || port === undefined) return undefined;
  return { scheme: scheme === "https" ? "https" : "http", domain, port };
};

function getDefaultPort(scheme: string | undefined): number {
  return scheme === "https" ? 443 : 80;
}

/**
 * Read the trusted proxies: none, the number of proxies in front of the server, or their IP addresses and ranges.
 */
export const readTrustedProxies: ValueReader<false | number | string[]> = (text) =>
  text === "off" ? false : (createIntegerReader(1, 16)(text) ?? createListReader(readIpRange)(text));

/** Read a port from 1 to 65535, or `off`. */
export const readPortOrOff: ValueReader<"off" | number> = (text) =>
  text === "off" ? "off" : createIntegerReader(1, 65_535)(text);

/** Read the URL of a PostgreSQL database, with the name of the database. */
export const readDatabaseUrl: ValueReader<string> = (text) =>
  /^postgres(ql)?:\/\/[^/?#]*\/[^/?#]+/.test(text) ? text : undefined;

/** Read the origin of a server, such as `http://10.0.0.7:9000`, without a path. */
export const readServerUrl: ValueReader<string> = (text) => {
  const url = /^https?:\/\/[^/?#@\s]+\/?$/.test(text) ? URL.parse(text) : null;
  return url === null ? undefined : url.origin;
};

/** Read the URL of an SMTP server, such as `smtps://user:password@host:465`. */
export const readSmtpUrl: ValueReader<string> = (text) => {
  const url = /^smtps?:\/\/[^/?#\s]+\/?$/.test(text) ? URL.parse(text) : null;
  return url === null || url.hostname === "" ? undefined : text;
};

/** Read an email address with or without a name, such as `Souk <shop@souk.example>`. */
export const readEmailSender: ValueReader<string> = (text) =>
  /^([^<>"\p{Cc}]{0,100} <)?[^\s<>@,;]+@[^\s<>@,;]+>?$/u.test(text) &&
  text.includes("<") === text.endsWith(">")
    ? text
    : undefined;

/** Read a contact of security.txt (RFC 9116, section 2.5.3). */
export const readContactUri: ValueReader<string> = (text) =>
  /^(?:mailto:[^\s@<>,;]+@[^\s@<>,;]+|https:\/\/[^\s<>,]+|tel:\+[\d.-]+)$/.test(text) && URL.canParse(text)
    ? text
    : undefined;

/** Read the name of an S3 bucket (S3 "Bucket naming rules"). */
export const readBucketName: ValueReader<string> = (text) =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes("..") ? text : undefined;

/** Read the name of an S3 region, such as `eu-central-1`. */
export const readRegionName: ValueReader<string> = (text) =>
  /^[a-z0-9-]{1,64}$/.test(text) ? text : undefined;

/** Read a text of visible characters without spaces. */
export const readVisibleText: ValueReader<string> = (text) =>
  /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined;

/** Read one or more secret keys, separated by commas, the new one first. */
export const readKeys: ValueReader<Buffer[]> = (text) => readSecretKeys(text) ?? undefined;

/** Read any text without a null character. */
export const readText: ValueReader<string> = (text) => (text.includes("\0") ? undefined : text);

/** Read the maxima of quotas, such as `metafields=500000,collections=100`. */
export const readQuotas: ValueReader<QuotaSettings> = (text) => {
  const settings: QuotaSettings = {};
  for (const part of text.split(",")) {
    const [name = "", maxText = "", ...extraParts] = part.trim().split("=");
    const quotaName = quotaNames.find((validName) => validName === name);
    const max = createIntegerReader(1, Number.MAX_SAFE_INTEGER)(maxText);
    if (quotaName === undefined || max === undefined || extraParts.length > 0) return undefined;
    settings[quotaName] = max;
  }
  return settings;
};
