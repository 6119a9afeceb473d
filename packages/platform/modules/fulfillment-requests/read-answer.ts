import { fulfillLimits, messageStyles } from "@souk/contract";
import { isLoopbackName } from "@souk/delivery";
import { cut, printable } from "../../printable.ts";

/** What an app answered, as it is kept: a page to open, or words to show. */
export type FulfillmentAnswer =
  | { type: "link"; url: string }
  | { type: "message"; message: string; style: (typeof messageStyles)[number] };

export interface LinkRules {
  /** The platform's own domain: nothing of it is opened in a frame. */
  ownDomain: string;
  /** Development only: a link may lead to this machine over http. */
  allowLoopback: boolean;
}

/**
 * Reads the body of an app's answer (FUL-2, FUL-3).
 * @returns null when it is neither a link that can be opened nor a message that says something (FUL-4)
 */
export function readAnswer(bytes: Uint8Array, rules: LinkRules): FulfillmentAnswer | null {
  const sent = readObject(bytes);
  if (sent?.["type"] === "link") return readLink(sent["url"], rules);
  if (sent?.["type"] === "message") return readMessage(sent["message"], sent["style"]);
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
  return typeof url === "string" && isOpenable(url, rules) ? { type: "link", url } : null;
}

// The origin goes into the page's frame-src: a `*`, `;` or `,` that a URL may hold in its host would be read as policy there.
const plainHost = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$|^\[[0-9a-f:.]+\]$/i;

/** Whether an address may be opened in a frame of the admin, exactly as it is written. */
export function isOpenable(text: string, { ownDomain, allowLoopback }: LinkRules): boolean {
  // The URL parser drops some of these and would open another address than the one that was read.
  if (text.length > fulfillLimits.url || /[\s\p{Cc}\\]/u.test(text) || !text.isWellFormed()) return false;
  // The parser takes `https:parcels.dev` too, which others read as a path.
  if (!/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (!plainHost.test(url.hostname)) return false;
  const host = url.hostname.replace(/\.$/, "");
  if (host === ownDomain || host.endsWith(`.${ownDomain}`)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && allowLoopback && isLoopbackName(host));
}

function readMessage(message: unknown, style: unknown): FulfillmentAnswer | null {
  if (typeof message !== "string" || message.trim() === "") return null;
  const text = printable(message.trim());
  const shown =
    text.length > fulfillLimits.message ? `${cut(text, fulfillLimits.message - 1).trimEnd()}…` : text;
  return { type: "message", message: shown, style: messageStyles.find((each) => each === style) ?? "info" };
}
