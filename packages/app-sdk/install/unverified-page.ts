import { createPlainPage } from "../pages/plain-page.ts";
import { isHostUrl } from "../verify/host-url.ts";

/**
 * Create the page for a request that could not be verified. The page shows the reason to the app's developer.
 *
 * The admin in the URL's `host_url` may frame the page if that admin belongs to this platform. If no admin could frame the
 * page, a developer with a wrong client secret would see only an empty frame. Nothing else in the URL is trusted.
 */
export function createUnverifiedPage(request: Request, reason: string, adminDomain: string): Response {
  const hostUrl = new URL(request.url).searchParams.get("host_url") ?? "";
  const hint = reason === "bad_signature" ? " Is SOUK_CLIENT_SECRET the secret of this app?" : "";
  const isAdminUrl = isHostUrl(hostUrl, adminDomain) && new URL(hostUrl).hostname.startsWith("admin.");
  return createPlainPage({
    status: 403,
    title: "Open this app from your store's admin",
    sentences: ["This link is not valid or has expired.", `Developers: ${reason}.${hint}`],
    ...(isAdminUrl ? { framedBy: new URL(hostUrl).origin } : {}),
  });
}
