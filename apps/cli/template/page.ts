import { randomBytes } from "node:crypto";
import { escapeHtml } from "@souk/app-sdk";

/** A stock change received by webhook. */
export interface StockChange {
  shop: string;
  variant_id: number;
  quantity: number;
  at: string;
}

/** The data shown on the page. */
export interface PageData {
  shop: string;
  products: readonly { title: string; total_quantity: number }[];
  changes: readonly StockChange[];
  /** The URL of the admin's script for embedded pages. */
  bridge_url: string;
}

/** Render the page in the merchant's admin. The SDK allows only the admin to frame it. */
export function renderPage({ shop, products, changes, bridge_url }: PageData): Response {
  // Only scripts and styles with this nonce run, so a product title can never run as a script.
  const nonce = randomBytes(16).toString("base64url");
  const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>My Souk App</title>
  <style nonce="${nonce}">
    :root { color-scheme: light dark }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem }
    td { padding: 0.25rem 1rem 0.25rem 0 }
  </style>
  <script src="${escapeHtml(bridge_url)}" nonce="${nonce}"></script>
  <script nonce="${nonce}">souk.resize("auto").catch(() => {})</script>
</head>
<body>
  <h1>My Souk App</h1>
  <p>Recently updated products of ${escapeHtml(shop)}:</p>
  <table>${products.map((product) => renderRow(product.title, product.total_quantity)).join("")}</table>
  <p>Stock changes: ${changes.length === 0 ? "none yet" : ""}</p>
  <table>${changes.map((change) => renderRow(`Variant ${change.variant_id}`, change.quantity)).join("")}</table>
</body>
</html>
`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'`;
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}

function renderRow(name: string, quantity: number): string {
  return `<tr><td>${escapeHtml(name)}</td><td>${quantity}</td></tr>`;
}
