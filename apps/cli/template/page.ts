import { randomBytes } from "node:crypto";

export interface Change {
  shop: string;
  variant_id: number;
  quantity: number;
  at: string;
}

export interface Page {
  shop: string;
  products: readonly { title: string; total_quantity: number }[];
  changes: readonly Change[];
  /** The admin's script for pages in its frame. */
  bridge_url: string;
}

/** The page in the merchant's admin. The SDK lets the admin frame it, and nobody else. */
export function pageOf({ shop, products, changes, bridge_url }: Page): Response {
  // Only scripts and styles that carry this number run: a product's title can never become one.
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
  <script src="${escaped(bridge_url)}" nonce="${nonce}"></script>
  <script nonce="${nonce}">souk.resize("auto").catch(() => {})</script>
</head>
<body>
  <h1>My Souk App</h1>
  <p>The products of ${escaped(shop)} that changed last:</p>
  <table>${products.map((each) => rowOf(each.title, each.total_quantity)).join("")}</table>
  <p>Stock that has changed: ${changes.length === 0 ? "none yet" : ""}</p>
  <table>${changes.map((each) => rowOf(`Variant ${each.variant_id}`, each.quantity)).join("")}</table>
</body>
</html>
`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'`;
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}

function rowOf(name: string, quantity: number): string {
  return `<tr><td>${escaped(name)}</td><td>${quantity}</td></tr>`;
}

/** Text as it may stand between tags and in quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
