import { domainToASCII, domainToUnicode } from "node:url";
import { isIpAddressLiteral } from "./addresses.ts";
import { isLocalHost, type LocalAccess } from "./local-hosts.ts";
import { isLoopbackName } from "./loopback.ts";
import { isAllowedPort } from "./ports.ts";

export type UrlPurpose =
  | "webhook"
  | "callback"
  | "app"
  | "redirection"
  | "link"
  | "script"
  | "fulfillment"
  | "image";

export type UrlRules = {
  /** The platform's own domains, without a leading dot. The domains and their subdomains are rejected. */
  ownDomains: readonly string[];
  /** Development only: this machine's loopback names and the hosts of SOUK_DEV_HOSTS are accepted, with a warning. */
  localAccess: LocalAccess;
  /** The purpose of the URL, which the messages mention. */
  purpose: UrlPurpose;
};

export type UrlVerdict =
  | { ok: true; url: string; origin: string; warnings: string[] }
  | { ok: false; message: string };

const purposeNames: Record<UrlPurpose, string> = {
  webhook: "webhook URL",
  callback: "callback URL",
  app: "App URL",
  redirection: "Redirection URL",
  link: "link's URL",
  script: "script URL",
  fulfillment: "fulfillment URL",
  image: "image URL",
};

// Names that RFC 2606, RFC 6761, RFC 6762 and RFC 7686 reserve, so that no public server has them.
const reservedDomains = [
  "localhost",
  "local",
  "internal",
  "test",
  "example",
  "invalid",
  "onion",
  "example.com",
  "example.net",
  "example.org",
  "example.edu",
];

/**
 * Validate, at registration, a URL that the platform will call or send a browser to (REG-3, WHK-2).
 *
 * Whether the name resolves to a public address is checked at every connection, because its addresses can change.
 *
 * @param text the URL as typed
 * @returns the URL as typed, so that it can be compared exactly, with its origin and warnings; or a message for the user
 */
export function checkPublicUrl(text: string, rules: UrlRules): UrlVerdict {
  const urlName = purposeNames[rules.purpose];
  const reject = (problem: string): UrlVerdict => ({ ok: false, message: `The ${urlName} ${problem}` });

  const spellingProblem = checkSpelling(text);
  if (spellingProblem !== undefined) return reject(spellingProblem);
  const url = new URL(text);
  const host = url.hostname.replace(/\.$/, "");

  if (rules.ownDomains.some((domain) => isSameOrSubdomain(host, domain)))
    return reject("must not be on this platform's own domain.");
  if (rules.purpose === "redirection" && text.includes("#")) return reject("must not have a fragment.");
  if (url.port === "0") return reject("must use port 443 or a port above 1023.");

  if (isLocalHost(url.hostname, rules.localAccess)) {
    const place = isLoopbackName(url.hostname) ? "this machine" : "a host of SOUK_DEV_HOSTS";
    const warning = `The ${urlName} points to ${place} (${host}). Development mode allows it; production rejects it.`;
    return { ok: true, url: text, origin: url.origin, warnings: [warning] };
  }
  if (url.protocol !== "https:") return reject("must begin with https://.");
  const problem = checkHost(host) ?? checkPort(url.port);
  if (problem !== undefined) return reject(problem);
  return { ok: true, url: text, origin: url.origin, warnings: [] };
}

/** Return what is wrong with the spelling of a URL; undefined if the parser reads the URL as a person does. */
function checkSpelling(text: string): string | undefined {
  if (text.length > 2048) return "must have at most 2,048 characters.";
  // The URL parser drops line breaks and soft hyphens and reads \ as /, so a person would read a different URL.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u.test(text)) {
    return "must not have spaces, invisible characters or backslashes.";
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return "must begin with https:// and a host name.";
  if (authority.includes("@")) return "must not have a user name or password.";
  if (!URL.canParse(text)) return "is not a valid URL.";
  return undefined;
}

function checkHost(host: string): string | undefined {
  if (isIpAddressLiteral(host)) return "must have a host name, not an IP address.";
  const labels = host.split(".");
  if (labels.length < 2 || host.length > 253 || !labels.every(isLabel)) {
    return "must have a public host name with at least two parts.";
  }
  if (reservedDomains.some((domain) => isSameOrSubdomain(host, domain))) {
    return "must be publicly reachable, which local and example names are not.";
  }
  return undefined;
}

function checkPort(port: string): string | undefined {
  return isAllowedPort(port)
    ? undefined
    : "must use port 443, or a port above 1023 that is not the usual port of another service.";
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);
}

/**
 * Return whether a host is a domain or one of its subdomains. Both are compared as ASCII and as Unicode, so `xn--…` equals
 * the name it encodes.
 */
function isSameOrSubdomain(host: string, domain: string): boolean {
  return [domainToASCII, domainToUnicode].some((convert) => {
    const convertedHost = convert(host.toLowerCase());
    const convertedDomain = convert(domain.toLowerCase());
    return convertedHost === convertedDomain || convertedHost.endsWith(`.${convertedDomain}`);
  });
}
