import { type Operation, operationsOf, type PublicVersion, scopes } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { pathOf } from "./path-of.ts";
import { prose, table } from "./table.ts";

function operationList(version: PublicVersion): Html {
  const rows = operationsOf(version).map((operation: Operation) => [
    html`<a href="/docs/operations/${operation.id}">${operation.summary}</a>`,
    html`<span class="method">${operation.method}</span> <code>${pathOf(operation)}</code>`,
    operation.badge,
  ]);
  return table(`Operations of version ${version}`, ["Operation", "Address", "Origin"], rows);
}

function named(entries: readonly (readonly [string, string])[], heads: readonly [string, string]): Html {
  const rows = entries.map(([name, text]) => [html`<code>${name}</code>`, prose(text)]);
  return table(`${heads[0]}s`, heads, rows);
}

/** The first page of the reference: how to call, then every operation and scope. */
export function overviewBody(shopOrigin: string): Html {
  return html`<h1>API reference</h1>
<p>Made from the contract that the platform itself runs on. <em>Documented</em> rules come from the platform interface;
<em>decided</em> ones fill what it leaves open.</p>
<p><a href="/docs/topics">Webhooks</a> · <a href="/docs/errors">Errors</a> · <a href="/docs/openapi-3.0.json">OpenAPI 3.1 of version 3.0</a>
· <a href="/docs/openapi-4.0.json">of version 4.0</a></p>
<h2>Calling</h2>
<p>Every call carries the token of the installation. One token works on both versions.</p>
<pre>curl ${shopOrigin}/api/3.0/products.json -H "Service-Access-Token: $TOKEN"</pre>
<p>Bodies are JSON, with <code>Content-Type: application/json</code>. A record may come wrapped in its name or bare; unknown fields are
ignored, wrong ones are refused by name, and then nothing is changed.</p>
<p>Answers carry <code>X-Request-Id</code>, <code>X-RateLimit-Limit</code> and <code>X-RateLimit-Remaining</code>. An app has a bucket of
requests in each store, which refills all the time; an empty one is answered 429 with <code>Retry-After</code>.</p>
<p>POST and PUT take <code>Idempotency-Key</code>: the same key with the same request answers the first answer again for 24 hours, with
<code>Idempotent-Replay: true</code>. The same key with another request is refused with 422, and with 409 while the first still runs.</p>
<p>Every list takes page, limit, ids and fields, and answers total_count, page_count, page and limit. A page past the last answers the
last, so a walk ends when <code>page</code> is <code>page_count</code>. To miss nothing while records change, walk by
<code>sort=id.asc</code> and <code>since_id</code>, each time from the last id + 1.</p>
<p>Dates are ISO 8601. One without an offset is store time, and one that cannot be read is ignored: the header
<code>Service-Warning</code> says so.</p>
<h2>Version 3.0</h2>${operationList("3.0")}
<h2>Version 4.0</h2>${operationList("4.0")}
<h2>Scopes</h2>
<p>No scope implies another: reading needs read_, changing needs write_.</p>
${named(Object.entries(scopes), ["Scope", "Allows"])}`;
}
