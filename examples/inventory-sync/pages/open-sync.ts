import type { PageContext, Passes } from "@souk/app-sdk";
import { chosenQuery, readChosen } from "./chosen-products.ts";
import { stockPage } from "./stock-page.ts";

/** Long enough for one redirect. */
const enterSeconds = 60;

/**
 * Answers the App URL and the links in the admin, whose signature the SDK has checked. In the admin's frame the page is shown
 * here. A tab is sent on to an address that can be reloaded, with a pass, since the signed address counts for a few minutes only.
 */
export function openSync(context: PageContext, passes: Passes): Response {
  const { request, shop, host_url, bridge_url, parameters } = context;
  const chosen = readChosen(parameters.get("ids") ?? parameters.get("id"));
  // Fetch Metadata, section 2.1: `document` is a window of its own.
  if (request.headers.get("sec-fetch-dest") === "document") {
    const pass = passes.make(shop, { for: "entry", seconds: enterSeconds });
    const location = `/enter?pass=${pass}&${chosenQuery(chosen)}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  const { html, headers } = stockPage({ shop, chosen, admin: { bridge_url, host_url } });
  return new Response(html, { headers });
}
