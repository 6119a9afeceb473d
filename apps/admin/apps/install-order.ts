import { texts } from "../texts.ts";

export type InstallOrder = { ok: true; app: string } | { ok: false; message: string };

/**
 * Find the app that a pasted install link, or a typed client id or handle, names.
 * @param adminOrigin the origin that install links of this platform begin with
 * @returns the client id or handle, or the error as a sentence
 */
export function readInstallOrder(text: string, adminOrigin: string): InstallOrder {
  const typed = text.trim();
  const { empty, otherPlatform, noInstallLink } = texts.apps.install;
  if (typed === "") return { ok: false, message: empty };
  if (!typed.includes("/")) return { ok: true, app: typed };
  const url = URL.parse(wholeAddress(typed, adminOrigin));
  if (url?.host !== new URL(adminOrigin).host)
    return { ok: false, message: otherPlatform({ admin: adminOrigin }) };
  // The same link for any store, or for one: it is installed into the store that this page belongs to.
  const app = /^(?:\/[^/]+)?\/apps\/install\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  return app === undefined
    ? { ok: false, message: noInstallLink }
    : { ok: true, app: decodeURIComponent(app) };
}

/** Complete a link that lacks its scheme or starts at the root of the platform. */
function wholeAddress(text: string, adminOrigin: string): string {
  if (text.includes("://")) return text;
  return text.startsWith("/") ? `${adminOrigin}${text}` : `https://${text}`;
}
