import { escapeHtml } from "@souk/app-sdk";
import { renderDocument } from "./document.ts";
import type { SelectedProductIds } from "./selected-products.ts";

/** The store and the products that the page shows, and the admin that embeds it. */
export interface StockPage {
  shop: string;
  /** Ids of the products that the page shows at first; empty for all products. */
  selectedIds: SelectedProductIds;
  /** URLs of the admin that embeds the page; omitted in a separate tab. */
  admin?: { bridge_url: string; host_url: string };
}

/** Build the app's page. It contains no stock, because its script loads the stock with a session token. */
export function renderStockPage({ shop, selectedIds, admin }: StockPage): ReturnType<typeof renderDocument> {
  const bridgeScripts = admin ? [{ src: admin.bridge_url, module: false, hostUrl: admin.host_url }] : [];
  return renderDocument({
    scripts: [...bridgeScripts, { src: "/assets/page.js", module: true }],
    body: `<main data-shop="${escapeHtml(shop)}" data-chosen="${selectedIds.join(",")}">
<header>
  <div>
    <h1>Inventory Sync</h1>
    <p class="quiet">${escapeHtml(shop)}</p>
  </div>
  <p class="state" id="state" role="status" data-state="connecting">Connecting…</p>
</header>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>
<p class="problem" id="problem" role="alert" hidden></p>
<p class="note" id="note" role="status"></p>
<div class="columns">
<section aria-labelledby="stock-heading">
  <div class="bar">
    <h2 id="stock-heading">Stock</h2>
    <form class="search" id="search" role="search">
      <input type="search" name="query" aria-label="Search products" placeholder="Search products" maxlength="100">
      <button type="submit">Search</button>
    </form>
  </div>
  <p class="bar" id="chosen" hidden><span></span><button type="button">Show all products</button></p>
  <div id="stock" aria-busy="true"><p class="quiet">Loading the stock…</p></div>
  <nav class="bar" id="pages" aria-label="Pages" hidden>
    <button type="button" id="previous">Previous</button>
    <span class="quiet" id="page-number"></span>
    <button type="button" id="next">Next</button>
  </nav>
</section>
<section aria-labelledby="webhooks-heading">
  <h2 id="webhooks-heading">Webhooks</h2>
  <p class="quiet" id="no-webhooks">No webhooks yet. Change stock here or in the admin.</p>
  <ol id="webhooks" reversed></ol>
  <p class="quiet" id="reconciled" hidden></p>
</section>
</div>
</main>`,
  });
}

/** Build a page with a heading and a sentence, for a visitor who may not see the stock. */
export function renderMessagePage(heading: string, sentence: string): ReturnType<typeof renderDocument> {
  return renderDocument({
    body: `<main><header><h1>${escapeHtml(heading)}</h1></header><p>${escapeHtml(sentence)}</p></main>`,
  });
}
