import type { Ground } from "../ground.ts";
import { plainPage } from "../pages/plain-page.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { authorizeAddress } from "./authorize-address.ts";

/**
 * Sends the merchant to the consent page (INS-22).
 *
 * The consent page can not be framed, so inside the admin a redirect would end at an empty frame: there a small page asks the
 * admin to go, and offers a link where nothing answers.
 */
export function beginAuthorization(
  request: Request,
  at: { shop: string; host_url: string },
  ground: Ground,
): Response {
  const url = authorizeAddress(at, ground);
  if (!isFramed(request)) return redirectTo(url);
  const admin = new URL(at.host_url).origin;
  return plainPage({
    status: 200,
    title: "This app asks for your consent",
    sentences: [`The shop ${at.shop} has to agree before the app can go on.`],
    link: { url, text: "Go on to the consent page" },
    // The address holds no `<` that could end the script: it was built by URLSearchParams from checked parts.
    script: {
      src: `${admin}/app-bridge.js`,
      hostUrl: at.host_url,
      inline: `souk.authorize(${JSON.stringify(url)}).catch(() => undefined);`,
    },
    framedBy: admin,
  });
}

/** Fetch Metadata, section 2.1: what the browser will do with the answer. */
function isFramed(request: Request): boolean {
  return /^(iframe|frame|object|embed)$/.test(request.headers.get("sec-fetch-dest") ?? "");
}
