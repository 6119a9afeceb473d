import { plainPage } from "../pages/plain-page.ts";
import { isHostUrl } from "../verify/host-url.ts";

/**
 * Build the page for a request that could not be verified; the reason is for the app's developer.
 *
 * The admin named in the URL may frame the page, if it belongs to this platform: nothing else in the URL is trusted, and an
 * empty frame would hide that a secret is wrong.
 */
export function unverifiedPage(request: Request, reason: string, storeDomainSuffix: string): Response {
  const hostUrl = new URL(request.url).searchParams.get("host_url") ?? "";
  const hint = reason === "bad_signature" ? " Is SOUK_CLIENT_SECRET the secret of this app?" : "";
  const isAdmin = isHostUrl(hostUrl, storeDomainSuffix) && new URL(hostUrl).hostname.startsWith("admin.");
  return plainPage({
    status: 403,
    title: "Open this app from your store's admin",
    sentences: ["This link is not valid or has expired.", `Developers: ${reason}.${hint}`],
    ...(isAdmin ? { framedBy: new URL(hostUrl).origin } : {}),
  });
}
