import { texts } from "../texts.ts";

export type InstallInput = { ok: true; app: string } | { ok: false; message: string };

/**
 * Read the client id or handle of an app from the text of the install form: an install link, a client id or a handle.
 * @param adminOrigin the origin of this platform's install links
 * @returns the client id or handle; if the text is not valid, the error as a sentence
 */
export function parseInstallInput(text: string, adminOrigin: string): InstallInput {
  const input = text.trim();
  const { empty, otherPlatform, noInstallLink } = texts.apps.install;
  if (input === "") return { ok: false, message: empty };
  if (!input.includes("/")) return { ok: true, app: input };
  const url = URL.parse(completeUrl(input, adminOrigin));
  if (url?.host !== new URL(adminOrigin).host)
    return { ok: false, message: otherPlatform({ admin: adminOrigin }) };
  // The link may contain a store's handle; it is ignored, because the app is installed into the current store.
  const app = /^(?:\/[^/]+)?\/apps\/install\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  return app === undefined
    ? { ok: false, message: noInstallLink }
    : { ok: true, app: decodeURIComponent(app) };
}

/** Add the scheme to a link that lacks it, or the admin's origin to a link that is only a path. */
function completeUrl(text: string, adminOrigin: string): string {
  if (text.includes("://")) return text;
  return text.startsWith("/") ? `${adminOrigin}${text}` : `https://${text}`;
}
