import { errors, type Operation, operationsOf, type PublicVersion, scopes, topics } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { pathOf } from "./operation-page.ts";

function operationList(version: PublicVersion): Html {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Address</th><th scope="col">Origin</th></tr></thead>
<tbody>${operationsOf(version).map(
    (
      operation: Operation,
    ) => html`<tr><td><a href="/docs/operations/${operation.id}">${operation.summary}</a></td>
<td><span class="method">${operation.method}</span> <code>${pathOf(operation)}</code></td><td>${operation.badge}</td></tr>`,
  )}</tbody></table></div>`;
}

function rows(entries: readonly (readonly [string, string])[], head: readonly [string, string]): Html {
  return html`<div class="scroll"><table><thead><tr><th scope="col">${head[0]}</th><th scope="col">${head[1]}</th></tr></thead>
<tbody>${entries.map(([name, text]) => html`<tr><td><code>${name}</code></td><td>${text}</td></tr>`)}</tbody></table></div>`;
}

/** The first page of the reference: how to call, then every operation, scope, topic and error. */
export function overviewBody(shopOrigin: string): Html {
  return html`<h1>API reference</h1>
<p>Made from the contract that the platform itself runs on. <em>Documented</em> rules come from the platform interface;
<em>decided</em> ones fill what it leaves open.</p>
<p><a href="/docs/openapi-3.0.json">OpenAPI 3.1 of version 3.0</a> · <a href="/docs/openapi-4.0.json">of version 4.0</a></p>
<h2>Calling</h2>
<p>Every call carries the token of the installation. One token works on both versions.</p>
<pre>curl ${shopOrigin}/api/3.0/products.json -H "Service-Access-Token: $TOKEN"</pre>
<p>Answers carry <code>X-Request-Id</code>, <code>X-RateLimit-Limit</code> and <code>X-RateLimit-Remaining</code>. POST and PUT take
<code>Idempotency-Key</code>: the same key with the same request answers the first answer again for 24 hours. Every list has
page, limit, ids and fields; a page past the last answers the last.</p>
<h2>Version 3.0</h2>${operationList("3.0")}
<h2>Version 4.0</h2>${operationList("4.0")}
<h2>Scopes</h2>${rows(Object.entries(scopes), ["Scope", "Allows"])}
<h2>Topics</h2>${rows(
    Object.entries(topics).map(([name, topic]) => [name, topic.sent] as const),
    ["Topic", "Sent when"],
  )}
<h2>Errors</h2>
<pre>{"error": {"code", "message", "request_id", "fields"?: [{"path", "message"}], "required_scope"?}}</pre>
${rows(
  Object.entries(errors).map(([code, error]) => [`${error.status} ${code}`, error.message] as const),
  ["Error", "Message"],
)}`;
}
