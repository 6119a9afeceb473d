import { domainToASCII, domainToUnicode } from "node:url";
import { isAddressLiteral } from "./addresses.ts";
import { isLoopbackName } from "./loopback.ts";
import { isAllowedPort } from "./ports.ts";

export type UrlPurpose =
  | "webhook"
  | "curl"
  | "app"
  | "redirection"
  | "link"
  | "script"
  | "fulfillment"
  | "image";

export type UrlRules = {
  /** The platform's own domain, without a leading dot; it and everything below it is refused. */
  ownDomain: string;
  /** Development only: this machine's loopback names are taken, with a warning. */
  allowLoopback: boolean;
  /** What the URL is for, named in the messages. */
  purpose: UrlPurpose;
};

export type UrlVerdict =
  | { ok: true; url: string; origin: string; warnings: string[] }
  | { ok: false; message: string };

const purposeNames: Record<UrlPurpose, string> = {
  webhook: "webhook URL",
  curl: "callback URL",
  app: "App URL",
  redirection: "Redirection URL",
  link: "link's URL",
  script: "script URL",
  fulfillment: "fulfillment URL",
  image: "image URL",
};

// RFC 2606, RFC 6761, RFC 6762, RFC 7686: names that no public server has.
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
 * Judges a URL that the platform will call or send a browser to, when it is registered (REG-3, WHK-2).
 *
 * Whether the name leads to a public address is seen at every connect, not here: names change their addresses.
 *
 * @param text the URL as typed
 * @returns the URL as typed, for exact comparison later, with its origin and warnings; or a sentence for the person
 */
export function checkPublicUrl(text: string, rules: UrlRules): UrlVerdict {
  const subject = purposeNames[rules.purpose];
  const refused = (rest: string): UrlVerdict => ({ ok: false, message: `The ${subject} ${rest}` });

  const spelling = spellingFault(text);
  if (spelling !== undefined) return refused(spelling);
  const url = new URL(text);
  const host = url.hostname.replace(/\.$/, "");

  if (isWithin(host, rules.ownDomain)) return refused("must not be on this platform's own domain.");
  if (rules.purpose === "redirection" && text.includes("#")) return refused("must not have a fragment.");
  if (url.port === "0") return refused("must use port 443 or a port from 1024.");

  if (rules.allowLoopback && isLoopbackName(url.hostname)) {
    const warning = `The ${subject} leads to this machine (${host}). Development allows it; production refuses it.`;
    return { ok: true, url: text, origin: url.origin, warnings: [warning] };
  }
  if (url.protocol !== "https:") return refused("must begin with https://.");
  const fault = hostFault(host) ?? portFault(url.port);
  if (fault !== undefined) return refused(fault);
  return { ok: true, url: text, origin: url.origin, warnings: [] };
}

/** What is wrong with the text before its host is looked at; undefined when it parses as it reads. */
function spellingFault(text: string): string | undefined {
  if (text.length > 2048) return "must have at most 2,048 characters.";
  // The URL parser drops line breaks and soft hyphens and reads \ as /: a person would read another address.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u.test(text)) {
    return "must not have spaces, invisible characters or backslashes.";
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return "must begin with https:// and a host name.";
  if (authority.includes("@")) return "must not have a user name or password.";
  if (!URL.canParse(text)) return "is not a valid URL.";
  return undefined;
}

function hostFault(host: string): string | undefined {
  if (isAddressLiteral(host)) return "must have a host name, not an IP address.";
  const labels = host.split(".");
  if (labels.length < 2 || host.length > 253 || !labels.every(isLabel)) {
    return "must have a public host name with at least two parts.";
  }
  if (reservedDomains.some((domain) => isWithin(host, domain))) {
    return "must be publicly reachable; local and example names are not.";
  }
  return undefined;
}

function portFault(port: string): string | undefined {
  return isAllowedPort(port)
    ? undefined
    : "must use port 443 or a port from 1024 that is not another service's.";
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);
}

/** Compares at label borders, and both in ASCII and as read: `xn--…` and the letters it stands for are one name. */
function isWithin(host: string, domain: string): boolean {
  return [domainToASCII, domainToUnicode].some((form) => {
    const inner = form(host.toLowerCase());
    const outer = form(domain.toLowerCase());
    return inner === outer || inner.endsWith(`.${outer}`);
  });
}
