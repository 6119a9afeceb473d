import { plainPage } from "../pages/plain-page.ts";
import { isHostUrl } from "../verify/host-url.ts";

/**
 * What a person sees who came without a good signature; the reason is for the app's developer.
 *
 * The admin that the address names may frame it, if it is one of this platform: nothing else in the address is believed, and an
 * empty frame would tell nobody that a secret is wrong.
 */
export function refusedPage(request: Request, reason: string, storeDomainSuffix: string): Response {
  const hostUrl = new URL(request.url).searchParams.get("host_url") ?? "";
  const isAdmin = isHostUrl(hostUrl, storeDomainSuffix) && new URL(hostUrl).hostname.startsWith("admin.");
  return plainPage({
    status: 403,
    title: "This address can not be opened like this",
    sentences: ["Open the app from the admin of your shop.", `Reason: ${reason}`],
    ...(isAdmin ? { framedBy: new URL(hostUrl).origin } : {}),
  });
}
