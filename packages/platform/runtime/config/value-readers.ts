import { isIP } from "node:net";
import { readSecretKey } from "@souk/signing";

/** Reads the text of a variable; `undefined` when the variable does not accept it. */
export type ValueReader<T> = (text: string) => T | undefined;

export function choice<const T extends string>(...values: T[]): ValueReader<T> {
  return (text) => values.find((value) => value === text);
}

export function wholeNumber(from: number, to: number): ValueReader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= from && value <= to ? value : undefined;
  };
}

export function numberAbove0(to: number): ValueReader<number> {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value > 0 && value <= to ? value : undefined;
  };
}

/** Create a reader of one or more values separated by commas. */
export function list<T>(read: ValueReader<T>): ValueReader<T[]> {
  return (text) => {
    const values = text.split(",").map((part) => read(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}

export const ipAddress: ValueReader<string> = (text) => (isIP(text) ? text : undefined);

/** Read an address, or an address with a prefix length: `10.0.0.0/8`. */
export const ipRange: ValueReader<string> = (text) => {
  const [address = "", prefix, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return undefined;
  if (prefix === undefined) return text;
  return wholeNumber(0, family === 4 ? 32 : 128)(prefix) === undefined ? undefined : text;
};

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainShape = new RegExp(`^${label}(?:\\.${label})*$`);
// The longest store handle and its dot must still fit into a hostname of 253 characters.
const longestDomain = 253 - 64;

export const domainName: ValueReader<string> = (text) =>
  text.length <= longestDomain && domainShape.test(text) && !/^[\d.]+$/.test(text) ? text : undefined;

export interface ParsedPublicUrl {
  scheme: "http" | "https";
  domain: string;
  port: number;
}

/**
 * Read `https://souk.example` or `http://souk.example:8080`: a scheme, a domain, perhaps a port, and nothing
 * else.
 */
export const publicUrl: ValueReader<ParsedPublicUrl> = (text) => {
  const [, scheme, host, portText] = /^(https?):\/\/([^/:?#@]+)(?::(\d+))?\/?$/.exec(text) ?? [];
  const domain = domainName(host ?? "");
  const port = portText === undefined ? usualPort(scheme) : wholeNumber(1, 65_535)(portText);
  if (domain === undefined || port === undefined) return undefined;
  return { scheme: scheme === "https" ? "https" : "http", domain, port };
};

function usualPort(scheme: string | undefined): number {
  return scheme === "https" ? 443 : 80;
}

/**
 * Read trusted proxies as Fastify takes them: none, the number of proxies before the server, or their
 * addresses.
 */
export const proxyTrust: ValueReader<false | number | string[]> = (text) =>
  text === "off" ? false : (wholeNumber(1, 16)(text) ?? list(ipRange)(text));

export const portOrOff: ValueReader<"off" | number> = (text) =>
  text === "off" ? "off" : wholeNumber(1, 65_535)(text);

export const databaseUrl: ValueReader<string> = (text) =>
  /^postgres(ql)?:\/\/[^/?#]*\/[^/?#]+/.test(text) ? text : undefined;

/** Read `https://s3.souk.example` or `http://10.0.0.7:9000`: a server's origin, and nothing after it. */
export const serverUrl: ValueReader<string> = (text) => {
  const url = /^https?:\/\/[^/?#@\s]+\/?$/.test(text) ? URL.parse(text) : null;
  return url === null ? undefined : url.origin;
};

export const smtpUrl: ValueReader<string> = (text) => {
  const url = /^smtps?:\/\/[^/?#\s]+\/?$/.test(text) ? URL.parse(text) : null;
  return url === null || url.hostname === "" ? undefined : text;
};

/** Read `shop@souk.example`, or `Souk <shop@souk.example>`. */
export const mailSender: ValueReader<string> = (text) =>
  /^([^<>"\p{Cc}]{0,100} <)?[^\s<>@,;]+@[^\s<>@,;]+>?$/u.test(text) &&
  text.includes("<") === text.endsWith(">")
    ? text
    : undefined;

/** Read the name of a bucket by the rules of S3 ("Bucket naming rules"). */
export const bucketName: ValueReader<string> = (text) =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes("..") ? text : undefined;

export const regionName: ValueReader<string> = (text) => (/^[a-z0-9-]{1,64}$/.test(text) ? text : undefined);

/** Read a word of a secret: visible characters, without spaces. */
export const visibleWord: ValueReader<string> = (text) =>
  /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined;

export const secretKey: ValueReader<Buffer> = (text) => readSecretKey(text) ?? undefined;

export const anyText: ValueReader<string> = (text) => (text.includes("\0") ? undefined : text);
