import type { PageContext } from "@souk/app-sdk";
import type { Passes } from "../session/passes.ts";
import { stockPage } from "./stock-page.ts";

/** Long enough for one redirect. */
const enterSeconds = 60;

/**
 * Answers the App URL, whose signature the SDK has checked. In the admin's frame the page is shown here. A tab is sent on to an
 * address that can be reloaded, with a pass, since the signed address counts for a few minutes only.
 */
export function openSync({ request, shop, host_url, bridge_url }: PageContext, passes: Passes): Response {
  // Fetch Metadata, section 2.1: `document` is a window of its own.
  if (request.headers.get("sec-fetch-dest") === "document") {
    const location = `/enter?pass=${passes.make(shop, { for: "entry", seconds: enterSeconds })}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  const { html, headers } = stockPage({ shop, admin: { bridge_url, host_url } });
  return new Response(html, { headers });
}
