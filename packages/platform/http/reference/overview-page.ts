import { listOperations, type Operation, type PublicVersion, rights, scopes } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { getFullPath } from "./get-full-path.ts";
import { renderProse, renderTable } from "./table.ts";

function renderOperationList(version: PublicVersion): Html {
  const rows = listOperations(version).map((operation: Operation) => [
    html`<a href="/docs/operations/${operation.id}">${operation.summary}</a>`,
    html`<span class="method">${operation.method}</span> <code>${getFullPath(operation)}</code>`,
  ]);
  return renderTable(`Operations of version ${version}`, ["Operation", "Endpoint"], rows);
}

function renderNameTable(
  entries: readonly (readonly [string, string])[],
  headings: readonly [string, string],
): Html {
  const rows = entries.map(([name, text]) => [html`<code>${name}</code>`, renderProse(text)]);
  return renderTable(`${headings[0]}s`, headings, rows);
}

/** Render the first page of the reference, with conventions and lists of all operations and scopes. */
export function renderOverview(storeOrigin: string): Html {
  return html`<h1>API reference</h1>
<p>The Souk API lets apps read and change the data of the stores that installed them. The API is JSON over HTTPS, in two versions that
work with the same token.</p>
<p><a href="/docs/topics">Webhooks</a> · <a href="/docs/errors">Errors</a> · <a href="/docs/openapi-3.0.json">OpenAPI document of 3.0</a>
· <a href="/docs/openapi-4.0.json">OpenAPI document of 4.0</a></p>
<h2>Authentication</h2>
<p>Send the installation's access token with every request, in the <code>Service-Access-Token</code> header. One token works on both
versions.</p>
<pre>curl ${storeOrigin}/api/3.0/products.json -H "Service-Access-Token: $TOKEN"</pre>
<h2>Requests and responses</h2>
<p>Request bodies are JSON with <code>Content-Type: application/json</code>. Send a record's fields directly or wrapped in its name. Unknown
fields are ignored. A request with an invalid field is rejected with 422 and changes nothing.</p>
<p>Every response carries <code>X-Request-Id</code>. Requests are rate limited per app and store: <code>X-RateLimit-Limit</code> and
<code>X-RateLimit-Remaining</code> show the limit and the number of requests that remain. Above the limit, requests get 429 with
<code>Retry-After</code>.</p>
<p>POST and PUT accept <code>Idempotency-Key</code>. For 24 hours, the same key with the same request returns the first response again, with
<code>Idempotent-Replay: true</code>. The same key with another request is rejected with 422, or with 409 while the first request is still
running.</p>
<h2>Lists</h2>
<p>Every list accepts <code>page</code>, <code>limit</code>, <code>ids</code> and <code>fields</code>, and returns <code>total_count</code>,
<code>page_count</code>, <code>page</code> and <code>limit</code>. A page number above the last page returns the last page, so stop when
<code>page</code> equals <code>page_count</code>. To read all records while they change, use <code>sort=id.asc</code> and set
<code>since_id</code> to one more than the last id of the previous page.</p>
<p>Dates are ISO 8601. A date without an offset is in the store's time zone. An invalid date filter is ignored, and the
<code>Service-Warning</code> header says so.</p>
<h2>Version 3.0</h2>${renderOperationList("3.0")}
<h2>Version 4.0</h2>${renderOperationList("4.0")}
<h2>Scopes</h2>
<p>No scope implies another. Reading requires the read_ scope, and changing requires the write_ scope.</p>
${renderNameTable(Object.entries(scopes), ["Scope", "Allows"])}
<h2>Rights</h2>
<p>People who use the API with a session of the admin have rights instead of scopes. A session token tells an app which rights its user has.</p>
${renderNameTable(Object.entries(rights), ["Right", "Allows"])}`;
}
