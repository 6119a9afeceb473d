import { type Topic, topics, webhookHeaders } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { prose, table } from "./table.ts";

function payloadOf(name: string, { wrapper }: Topic): Html {
  if (name === "inventory_level/inventory_quantity_update")
    return html`<code>variant_id</code>, <code>location_id</code>, <code>inventory_quantity</code>, <code>adjustment</code>,
<code>inventory_level_updated_at</code>`;
  if (name === "app/uninstall")
    return html`<code>success</code>, <code>shop</code>, <code>client_id</code>, <code>uninstalled_at</code>`;
  return wrapper === null ? html`the record's fields` : html`the record under <code>${wrapper}</code>`;
}

function topicRows(): Html[][] {
  return Object.entries<Topic>(topics).map(([name, topic]) => [
    html`<code id="${name}">${name}</code>`,
    html`${topic.sent}.`,
    payloadOf(name, topic),
    topic.scopes.length === 0 ? html`none` : prose(topic.scopes.map((scope) => `\`${scope}\``).join(" or ")),
  ]);
}

function headerRows(): Html[][] {
  return webhookHeaders.map(({ name, value, withContext }) => [
    html`<code>${name}</code>`,
    html`${prose(value)}${withContext ? html` <span class="soft">Only on product/update and inventory topics.</span>` : null}`,
  ]);
}

const check = `# body.json holds the exact bytes that came, and no line break more
openssl dgst -sha256 -hmac "$CLIENT_SECRET" -hex < body.json`;

/** Webhooks: every topic, the headers, what counts as received and when is tried again. */
export function topicsBody(): Html {
  return html`<p><a href="/docs">API reference</a></p>
<h1>Webhooks</h1>
<p><a href="/docs/operations/webhooks.create">Subscribe</a> to a topic with an HTTPS address. Souk then sends it a POST with a JSON
body for each event. Subscribing needs no scope, but without a topic's scope the body holds ids, status and times alone.</p>
<h2>Topics</h2>${table("Topics", ["Topic", "Sent when", "Body", "Scope"], topicRows())}
<h2>Headers</h2>${table("Headers", ["Header", "Holds"], headerRows())}
<h2>Signature</h2>
<p>Compute it over the bytes as they came, not over a body that was parsed and written again, and compare in constant time.</p>
<pre>${check}</pre>
<h2>Answering</h2>
<p>Only <code>200</code> within 10 seconds is success; 201, 204 and redirects are not. Answer first, work afterwards.</p>
<p>After a failure Souk tries again after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 6 h, 8 h, 10 h and 12 h, each up to a fifth
shorter or longer, and for the last time within 48 hours. A failing address stays subscribed.</p>
<p>A webhook may come more than once, late or out of order: compare <code>updated_at</code> with what you have before you overwrite it.
The header <code>Service-Delivery-Sequence</code> counts without gaps, so a number that is missing is a webhook that is missing.</p>`;
}
