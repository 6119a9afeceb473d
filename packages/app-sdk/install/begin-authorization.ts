import type { AppContext } from "../context.ts";
import { plainPage } from "../pages/plain-page.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { buildAuthorizeUrl } from "./authorize-address.ts";

/**
 * Send the merchant to the consent page (INS-22).
 *
 * The consent page cannot be framed, so inside the admin a redirect would end in an empty frame: there a small page asks the
 * admin to navigate, and offers a link in case the admin does not answer.
 */
export function beginAuthorization(
  request: Request,
  target: { shop: string; host_url: string },
  context: AppContext,
): Response {
  const url = buildAuthorizeUrl(target, context);
  if (!isFramed(request)) return redirectTo(url);
  const admin = new URL(target.host_url).origin;
  return plainPage({
    status: 200,
    title: "This app needs your approval",
    sentences: [`Review and approve the permissions that this app requests in ${target.shop}.`],
    link: { url, text: "Review permissions" },
    // The address holds no `<` that could end the script: it was built by URLSearchParams from checked parts.
    script: {
      src: `${admin}/app-bridge.js`,
      hostUrl: target.host_url,
      inline: `souk.authorize(${JSON.stringify(url)}).catch(() => undefined);`,
    },
    framedBy: admin,
  });
}

/** Return whether the browser shows the response in a frame, by Fetch Metadata, section 2.1. */
function isFramed(request: Request): boolean {
  return /^(iframe|frame|object|embed)$/.test(request.headers.get("sec-fetch-dest") ?? "");
}
