import type { AppContext } from "../context.ts";
import { createRedirect } from "../pages/create-redirect.ts";
import { createPlainPage } from "../pages/plain-page.ts";
import { buildAuthorizeUrl } from "./authorize-url.ts";

/**
 * Send the merchant to the consent page (INS-22).
 *
 * The consent page cannot be framed, so a redirect in the admin's frame would show nothing. In a frame the response is instead a
 * small page that asks the admin to navigate to the consent page. The small page also has a link, in case the admin does not respond.
 */
export function beginAuthorization(
  request: Request,
  target: { shop: string; host_url: string },
  context: AppContext,
): Response {
  const url = buildAuthorizeUrl(target, context);
  if (!isFramed(request)) return createRedirect(url);
  const adminOrigin = new URL(target.host_url).origin;
  return createPlainPage({
    status: 200,
    title: "This app needs your approval",
    sentences: [`Review and approve the permissions that this app requests in ${target.shop}.`],
    link: { url, text: "Review permissions" },
    // The URL contains no `<` that could end the script, because the host URL is verified and URLSearchParams encodes the rest.
    script: {
      src: `${adminOrigin}/app-bridge.js`,
      hostUrl: target.host_url,
      inline: `souk.authorize(${JSON.stringify(url)}).catch(() => undefined);`,
    },
    framedBy: adminOrigin,
  });
}

/** Return whether the browser will show the response in a frame (Fetch Metadata, section 2.1). */
function isFramed(request: Request): boolean {
  return /^(iframe|frame|object|embed)$/.test(request.headers.get("sec-fetch-dest") ?? "");
}
