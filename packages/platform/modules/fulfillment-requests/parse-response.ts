import { fulfillLimits, messageStyles } from "@souk/contract";
import { isLocalHost, type LocalAccess } from "@souk/delivery";
import { toStorableText, truncate } from "../../infrastructure/storable-text.ts";

/** The stored response of an app: a page to open, or a message to show. */
export type FulfillmentAnswer =
  | { type: "link"; url: string }
  | { type: "message"; message: string; style: (typeof messageStyles)[number] };

/** The rules for the links in apps' responses. */
export interface LinkRules {
  /** The platform's own domains, whose pages are never opened in a frame. */
  ownDomains: readonly string[];
  /** The local hosts that an http link may contain in development; false in production. */
  localAccess: LocalAccess;
}

/**
 * Parse the body of an app's response (FUL-2, FUL-3).
 * @returns null if the response is neither a link that can be opened nor a message with text (FUL-4)
 */
export function parseResponse(bytes: Uint8Array, rules: LinkRules): FulfillmentAnswer | null {
  const response = readObject(bytes);
  if (response?.["type"] === "link") return readLink(response["url"], rules);
  if (response?.["type"] === "message") return readMessage(response["message"], response["style"]);
  return null;
}

function readObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readLink(url: unknown, rules: LinkRules): FulfillmentAnswer | null {
  return typeof url === "string" && canOpenLink(url, rules) ? { type: "link", url } : null;
}

// The origin becomes part of the page's `frame-src` directive, in which a `*`, `;` or `,` in the host would change the policy.
const plainHostPattern = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$|^\[[0-9a-f:.]+\]$/i;

/** Return whether the admin may open a URL in a frame, exactly as the URL is written. */
export function canOpenLink(text: string, { ownDomains, localAccess }: LinkRules): boolean {
  // The URL parser drops or replaces white space, control characters and backslashes, so the frame would open a
  // different URL than the text shows.
  if (text.length > fulfillLimits.url || /[\s\p{Cc}\\]/u.test(text) || !text.isWellFormed()) return false;
  // The URL parser also accepts `https:parcels.dev`, which other parsers read as a relative path.
  if (!/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  // guard fulfill-link-host-as-policy: without it, fulfillment-requests/hostile-responses.slow.test.ts fails at `FUL-4 a merchant gets a clear error`
  if (!plainHostPattern.test(url.hostname)) return false;
  const host = url.hostname.replace(/\.$/, "");
  // guard fulfill-link-into-the-platform: without it, fulfillment-requests/hostile-responses.slow.test.ts fails at `a link to the platform itself is rejected`
  if (ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocalHost(host, localAccess));
}

function readMessage(message: unknown, style: unknown): FulfillmentAnswer | null {
  if (typeof message !== "string" || message.trim() === "") return null;
  const text = toStorableText(message.trim());
  const shortenedText =
    text.length > fulfillLimits.message ? `${truncate(text, fulfillLimits.message - 1).trimEnd()}…` : text;
  return {
    type: "message",
    message: shortenedText,
    style: messageStyles.find((candidate) => candidate === style) ?? "info",
  };
}
