import { errors, type Operation, operationsOf, type PublicVersion, scopes, topics } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { pathOf } from "./operation-page.ts";
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
<h2>Scopes</h2>${named(Object.entries(scopes), ["Scope", "Allows"])}
<h2>Topics</h2>${named(
    Object.entries(topics).map(([name, topic]) => [name, topic.sent] as const),
    ["Topic", "Sent when"],
  )}
<h2>Errors</h2>
<pre>{"error": {"code", "message", "request_id", "fields"?: [{"path", "message"}], "required_scope"?}}</pre>
${named(
  Object.entries(errors).map(([code, error]) => [`${error.status} ${code}`, error.message] as const),
  ["Error", "Message"],
)}`;
}
