import { type CallbackDescription, callbacks } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { schemaTable } from "./schema-table.ts";
import { table } from "./table.ts";

const all = Object.entries<CallbackDescription>(callbacks);

function rows(): Html[][] {
  return all.map(([name, { description, userAgent, timeoutSeconds, maxResponseBytes }]) => [
    html`<a href="#callback-${name}"><code>${name}</code></a>`,
    html`${description}.`,
    html`${timeoutSeconds} seconds, ${maxResponseBytes / 1024} KiB`,
    html`<code>${userAgent}</code>`,
  ]);
}

/** Render the fields of the response, or of each of its variants. */
function responseTables(name: string, { response }: CallbackDescription): Html[] {
  const { anyOf = [response] } = response as { anyOf?: object[] };
  return anyOf.map((variant) => schemaTable(variant, `Response fields of ${name}`));
}

function details(): Html[] {
  return all.map(
    ([name, callback]) => html`<h3 id="callback-${name}"><code>${name}</code></h3>
<details><summary>Request and response with samples</summary>
${schemaTable(callback.request, `Request fields of ${name}`)}
<pre>${JSON.stringify(callback.example.request, null, 2)}</pre>
${responseTables(name, callback)}
<pre>${JSON.stringify(callback.example.response, null, 2)}</pre></details>`,
  );
}

/** Render the callbacks: every topic with its request and response. */
export function callbacksPart(): Html {
  return html`<h2 id="callbacks">Callbacks</h2>
<p>Callbacks are requests that a person waits for, so the response is used at once: callbacks are not subscribed to, queued or retried.
Set the URL for shipping rates with <a href="/docs/operations/curls.create">a callback</a>. The URL for the Fulfill action is set by platform
staff. Each callback is a POST with <code>Service-Topic</code>, <code>Service-Shop-Domain</code> and <code>Service-Hmac-Sha256</code>, signed
like a webhook. Respond with status <code>200</code>.</p>
${table("Callbacks", ["Topic", "Sent when", "Response limits", "User-Agent"], rows())}
${details()}`;
}
