import { payloads, type Topic, topics, webhookHeaders } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { renderCallbacks } from "./callbacks-section.ts";
import { renderSchemaTable } from "./schema-table.ts";
import { renderProse, renderTable } from "./table.ts";

function renderPayloadLink(name: string, { wrapper }: Topic): Html {
  const label = wrapper === null ? html`fields at the top level` : html`record under <code>${wrapper}</code>`;
  return html`<a href="#body-of-${name}">${label}</a>`;
}

/** Render the fields and a sample of every topic's payload. */
function renderPayloads(): Html[] {
  return Object.entries(payloads).map(
    ([name, { schema, example }]) => html`<h3 id="body-of-${name}"><code>${name}</code></h3>
<details><summary>Fields and sample payload</summary>${renderSchemaTable(schema, `Fields of ${name}`)}
<pre>${JSON.stringify(example, null, 2)}</pre></details>`,
  );
}

function buildTopicRows(): Html[][] {
  return Object.entries<Topic>(topics).map(([name, topic]) => [
    html`<code id="${name}">${name}</code>`,
    html`${topic.description}.`,
    renderPayloadLink(name, topic),
    topic.scopes.length === 0 ? html`none` : renderProse(formatScopes(topic)),
  ]);
}

function formatScopes({ scopes, additionalScope }: Topic): string {
  const anyScope = scopes.map((scope) => `\`${scope}\``).join(" or ");
  return additionalScope === undefined ? anyScope : `${anyScope} and \`${additionalScope}\``;
}

function buildHeaderRows(): Html[][] {
  return webhookHeaders.map(({ name, description, isContextOnly }) => [
    html`<code>${name}</code>`,
    html`${renderProse(description)}${isContextOnly ? html` <span class="soft">Sent only with product/update and inventory topics.</span>` : null}`,
  ]);
}

const verifyCommand = `# body.json holds the exact bytes of the request body, without an extra line break
openssl dgst -sha256 -hmac "$CLIENT_SECRET" -hex < body.json`;

/** Render the webhooks page: topics, payloads, headers, signature, responses and retries, and callbacks. */
export function renderTopics(): Html {
  return html`<p><a href="/docs">API reference</a></p>
<h1>Webhooks</h1>
<p><a href="/docs/operations/webhooks.create">Subscribe</a> to a topic with an HTTPS URL. Souk sends a POST request with a JSON body to
this URL for each event. Subscribing requires no scope, but without the topic's scope the payload contains only ids, status and
timestamps.</p>
<h2>Topics</h2>${renderTable("Topics", ["Topic", "Sent when", "Payload", "Scope"], buildTopicRows())}
<h2>Payloads</h2>
<p>Without the topic's scope, the payload has the same wrapper and contains only ids, status and timestamps.</p>
${renderPayloads()}
<h2>Headers</h2>${renderTable("Headers", ["Header", "Description"], buildHeaderRows())}
<h2>Signature</h2>
<p>Verify <code>Service-Hmac-Sha256</code> on every request. Compute the HMAC over the raw body as received, before parsing it, and
compare in constant time.</p>
<pre>${verifyCommand}</pre>
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
${renderCallbacks()}`;
}
