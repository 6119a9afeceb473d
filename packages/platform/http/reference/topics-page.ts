import { payloads, type Topic, topics, webhookHeaders } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { callbacksPart } from "./callbacks-part.ts";
import { schemaTable } from "./schema-table.ts";
import { prose, table } from "./table.ts";

function renderPayloadLink(name: string, { wrapper }: Topic): Html {
  const label = wrapper === null ? html`fields at the top level` : html`record under <code>${wrapper}</code>`;
  return html`<a href="#body-of-${name}">${label}</a>`;
}

/** Render the payload fields and a sample payload of every topic. */
function bodies(): Html[] {
  return Object.entries(payloads).map(
    ([name, { schema, example }]) => html`<h3 id="body-of-${name}"><code>${name}</code></h3>
<details><summary>Fields and sample payload</summary>${schemaTable(schema, `Fields of ${name}`)}
<pre>${JSON.stringify(example, null, 2)}</pre></details>`,
  );
}

function topicRows(): Html[][] {
  return Object.entries<Topic>(topics).map(([name, topic]) => [
    html`<code id="${name}">${name}</code>`,
    html`${topic.description}.`,
    renderPayloadLink(name, topic),
    topic.scopes.length === 0 ? html`none` : prose(formatScopes(topic)),
  ]);
}

function formatScopes({ scopes, requiresAlso: also }: Topic): string {
  const any = scopes.map((scope) => `\`${scope}\``).join(" or ");
  return also === undefined ? any : `${any} and \`${also}\``;
}

function headerRows(): Html[][] {
  return webhookHeaders.map(({ name, description: value, isContextOnly: withContext }) => [
    html`<code>${name}</code>`,
    html`${prose(value)}${withContext ? html` <span class="soft">Sent only with product/update and inventory topics.</span>` : null}`,
  ]);
}

const check = `# body.json holds the exact bytes of the request body, without an extra line break
openssl dgst -sha256 -hmac "$CLIENT_SECRET" -hex < body.json`;

/** Render the webhooks page: topics, payloads, headers, signature, responses and retries, and callbacks. */
export function topicsBody(): Html {
  return html`<p><a href="/docs">API reference</a></p>
<h1>Webhooks</h1>
<p><a href="/docs/operations/webhooks.create">Subscribe</a> to a topic with an HTTPS URL. Souk sends a POST request with a JSON body to
this URL for each event. Subscribing requires no scope, but without the topic's scope the payload contains only ids, status and
timestamps.</p>
<h2>Topics</h2>${table("Topics", ["Topic", "Sent when", "Payload", "Scope"], topicRows())}
<h2>Payloads</h2>
<p>Without the topic's scope, the payload has the same wrapper and contains only ids, status and timestamps.</p>
${bodies()}
<h2>Headers</h2>${table("Headers", ["Header", "Description"], headerRows())}
<h2>Signature</h2>
<p>Verify <code>Service-Hmac-Sha256</code> on every request. Compute the HMAC over the raw body as received, before parsing it, and
compare in constant time.</p>
<pre>${check}</pre>
<h2>Responses and retries</h2>
<p>Respond with status <code>200</code> within 10 seconds. Any other status, including 201, 204 and redirects, is a failure. Respond
first and process the event afterwards.</p>
<p>After a failure Souk retries after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 6 h, 8 h, 10 h and 12 h, each up to 20% shorter or
longer, for up to 48 hours. Failures never remove a subscription.</p>
<p>Failed deliveries are kept for 14 days and can be replayed from the partner dashboard: one delivery, or all that failed since a given
time. A replayed delivery keeps its ids and numbers, carries <code>Service-Replay</code>, and is retried for another 48 hours.</p>
<p>A webhook can arrive more than once, late or out of order. Compare <code>updated_at</code> with your stored record before overwriting
it. <code>Service-Delivery-Sequence</code> has no gaps, so a missing number means a missing webhook: request it from the
<a href="/docs/operations/events.list">event log</a>.</p>
${callbacksPart()}`;
}
