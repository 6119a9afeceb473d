import type { PageContext, SignedTokens } from "@souk/app-sdk";
import { chosenQuery, readChosen } from "./chosen-products.ts";
import { stockPage } from "./stock-page.ts";

/** Lifetime of the redirect's token, in seconds. */
const enterSeconds = 60;

/**
 * Answer the App URL and the links in the admin, whose signature the SDK has verified. In the admin's frame
 * the page is shown directly. A tab is redirected, with a token, to an address that can be reloaded, since
 * the signed address is valid for a few minutes only.
 */
export function openSync(context: PageContext, tokens: SignedTokens): Response {
  const { request, shop, host_url, bridge_url, parameters } = context;
  const chosen = readChosen(parameters.get("ids") ?? parameters.get("id"));
  // Fetch Metadata, section 2.1: `document` is a window of its own.
  if (request.headers.get("sec-fetch-dest") === "document") {
    const token = tokens.create(shop, { purpose: "entry", seconds: enterSeconds });
    const location = `/enter?token=${token}&${chosenQuery(chosen)}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  const { html, headers } = stockPage({ shop, chosen, admin: { bridge_url, host_url } });
  return new Response(html, { headers });
}
