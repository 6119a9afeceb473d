import { type CallbackDescription, callbacks } from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { renderSchemaTable } from "./schema-table.ts";
import { renderTable } from "./table.ts";

const allCallbacks = Object.entries<CallbackDescription>(callbacks);

function buildRows(): Html[][] {
  return allCallbacks.map(([name, { description, userAgent, timeoutSeconds, maxResponseBytes }]) => [
    html`<a href="#callback-${name}"><code>${name}</code></a>`,
    html`${description}.`,
    html`${timeoutSeconds} seconds, ${maxResponseBytes / 1024} KiB`,
    html`<code>${userAgent}</code>`,
  ]);
}

/** Render a table of the response's fields, or one table for each variant of the response. */
function renderResponseTables(name: string, { response }: CallbackDescription): Html[] {
  const { anyOf = [response] } = response as { anyOf?: object[] };
  return anyOf.map((variant) => renderSchemaTable(variant, `Response fields of ${name}`));
}

function renderDetails(): Html[] {
  return allCallbacks.map(
    ([name, callback]) => html`<h3 id="callback-${name}"><code>${name}</code></h3>
<details><summary>Request and response with samples</summary>
${renderSchemaTable(callback.request, `Request fields of ${name}`)}
<pre>${JSON.stringify(callback.example.request, null, 2)}</pre>
${renderResponseTables(name, callback)}
<pre>${JSON.stringify(callback.example.response, null, 2)}</pre></details>`,
  );
}

/** Render the section about callbacks, with the request and response of every topic. */
export function renderCallbacks(): Html {
  return html`<h2 id="callbacks">Callbacks</h2>
<p>A person is waiting for the response to a callback, so callbacks are sent immediately. They are not queued, not retried, and need no
webhook subscription. Set the URL for shipping rates by <a href="/docs/operations/curls.create">creating a callback</a>. The URL for the Fulfill action is set by platform
staff. Each callback is a POST with <code>Service-Topic</code>, <code>Service-Shop-Domain</code> and <code>Service-Hmac-Sha256</code>, signed
like a webhook. Respond with status <code>200</code>.</p>
${renderTable("Callbacks", ["Topic", "Sent when", "Response limits", "User-Agent"], buildRows())}
${renderDetails()}`;
}
