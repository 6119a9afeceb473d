import { strings } from "./strings.ts";

export type InstallOrder = { ok: true; app: string } | { ok: false; message: string };

/**
 * Which app somebody means who pasted an install link, or typed a client id or a handle.
 * @param adminOrigin the origin that install links of this platform begin with
 * @returns the client id or handle, or what is wrong in a sentence
 */
export function readInstallOrder(text: string, adminOrigin: string): InstallOrder {
  const typed = text.trim();
  const { empty, elsewhere, noInstallLink } = strings.install;
  if (typed === "") return { ok: false, message: empty };
  if (!typed.includes("/")) return { ok: true, app: typed };
  const url = URL.parse(wholeAddress(typed, adminOrigin));
  if (url?.host !== new URL(adminOrigin).host) return { ok: false, message: elsewhere(adminOrigin) };
  // The same link for any shop, or for one: it is installed into the shop that this page belongs to.
  const app = /^(?:\/[^/]+)?\/apps\/install\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  return app === undefined
    ? { ok: false, message: noInstallLink }
    : { ok: true, app: decodeURIComponent(app) };
}

/** A link as a browser's address line takes it: without a scheme, or from the root of the platform. */
function wholeAddress(text: string, adminOrigin: string): string {
  if (text.includes("://")) return text;
  return text.startsWith("/") ? `${adminOrigin}${text}` : `https://${text}`;
}
