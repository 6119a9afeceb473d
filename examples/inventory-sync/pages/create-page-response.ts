import type { PageContext, SignedTokens } from "@souk/app-sdk";
import { buildProductsQuery, parseProductIds } from "./selected-products.ts";
import { renderStockPage } from "./stock-page.ts";

/** Lifetime of the redirect's token, in seconds. */
const entryTokenSeconds = 60;

/**
 * Create the response for the App URL and the admin links, whose signatures the SDK has verified. In the admin's frame, the
 * response is the page. In a separate tab, it is a redirect with a token, which leads to a URL that can be reloaded. The signed
 * URL cannot be reloaded, because it is valid for only a few minutes.
 */
export function createPageResponse(context: PageContext, tokens: SignedTokens): Response {
  const { request, shop, host_url, bridge_url, parameters } = context;
  const selectedIds = parseProductIds(parameters.get("ids") ?? parameters.get("id"));
  // Browsers send `document` for a page in a tab, and `iframe` for a page in a frame (Fetch Metadata, section 2.1).
  if (request.headers.get("sec-fetch-dest") === "document") {
    const token = tokens.create(shop, { purpose: "entry", seconds: entryTokenSeconds });
    const location = `/enter?token=${token}&${buildProductsQuery(selectedIds)}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  const { html, headers } = renderStockPage({ shop, selectedIds, admin: { bridge_url, host_url } });
  return new Response(html, { headers });
}
