import { payloads, type Topic, topics, webhookHeaders } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { callbacksPart } from "./callbacks-part.ts";
import { schemaTable } from "./schema-table.ts";
import { prose, table } from "./table.ts";

function payloadOf(name: string, { wrapper }: Topic): Html {
  const words =
    wrapper === null ? html`the fields themselves` : html`the record under <code>${wrapper}</code>`;
  return html`<a href="#body-of-${name}">${words}</a>`;
}

/** Every field of the topics' bodies, and one body of each as it was sent. */
function bodies(): Html[] {
  return Object.entries(payloads).map(
    ([name, { schema, example }]) => html`<h3 id="body-of-${name}"><code>${name}</code></h3>
<details><summary>Its fields, and one as it is sent</summary>${schemaTable(schema, `Fields of ${name}`)}
<pre>${JSON.stringify(example, null, 2)}</pre></details>`,
  );
}

function topicRows(): Html[][] {
  return Object.entries<Topic>(topics).map(([name, topic]) => [
    html`<code id="${name}">${name}</code>`,
    html`${topic.sent}.`,
    payloadOf(name, topic),
    topic.scopes.length === 0 ? html`none` : prose(scopesOf(topic)),
  ]);
}

function scopesOf({ scopes, also }: Topic): string {
  const any = scopes.map((scope) => `\`${scope}\``).join(" or ");
  return also === undefined ? any : `${any} and \`${also}\``;
}

function headerRows(): Html[][] {
  return webhookHeaders.map(({ name, value, withContext }) => [
    html`<code>${name}</code>`,
    html`${prose(value)}${withContext ? html` <span class="soft">Only on product/update and inventory topics.</span>` : null}`,
  ]);
}

const check = `# body.json holds the exact bytes that came, and no line break more
openssl dgst -sha256 -hmac "$CLIENT_SECRET" -hex < body.json`;

/** Webhooks and callbacks: every topic, the headers, what counts as received and when is tried again. */
export function topicsBody(): Html {
  return html`<p><a href="/docs">API reference</a></p>
<h1>Webhooks</h1>
<p><a href="/docs/operations/webhooks.create">Subscribe</a> to a topic with an HTTPS address. Souk then sends it a POST with a JSON
body for each event. Subscribing needs no scope, but without a topic's scope the body holds ids, status and times alone.</p>
<h2>Topics</h2>${table("Topics", ["Topic", "Sent when", "Body", "Scope"], topicRows())}
<h2>Bodies</h2>
<p>A receiver that was not granted the topic's scope gets the same wrapper with ids, status and times alone.</p>
${bodies()}
<h2>Headers</h2>${table("Headers", ["Header", "Holds"], headerRows())}
<h2>Signature</h2>
<p>Compute it over the bytes as they came, not over a body that was parsed and written again, and compare in constant time.</p>
<pre>${check}</pre>
<h2>Answering</h2>
<p>Only <code>200</code> within 10 seconds is success; 201, 204 and redirects are not. Answer first, work afterwards.</p>
<p>After a failure Souk tries again after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 6 h, 8 h, 10 h and 12 h, each up to a fifth
shorter or longer, and for the last time within 48 hours. A failing address stays subscribed.</p>
<p>What failed for good can be replayed from the partner dashboard for as long as it is kept, 14 days: one delivery, or all that failed
since a time. A replayed delivery keeps its numbers, carries <code>Service-Replay</code>, and has 48 hours of its own.</p>
<p>A webhook may come more than once, late or out of order: compare <code>updated_at</code> with what you have before you overwrite it.
The header <code>Service-Delivery-Sequence</code> counts without gaps, so a number that is missing is a webhook that is missing.</p>
${callbacksPart()}`;
}
