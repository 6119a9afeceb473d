import { type ErrorCode, errorHelp, errors } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { prose } from "./table.ts";

const shape = {
  error: {
    code: "invalid",
    message: errors.invalid.message,
    request_id: "req_dGhpcyBpcyBub3Qg",
    fields: [{ path: "adjustment_quantity", message: "must not be 0" }],
  },
};

function entry(code: ErrorCode): Html {
  return html`<h3 id="${code}"><code>${code}</code></h3>
<p><q>${errors[code].message}</q></p><p>${prose(errorHelp[code])}</p>`;
}

/** Every error: when it comes and what to do about it. */
export function errorsBody(): Html {
  const codes = Object.keys(errors) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return html`<p><a href="/docs">API reference</a></p>
<h1>Errors</h1>
<p>Every error has one shape. <code>code</code> stays the same for good, <code>message</code> may be worded better some day;
<code>request_id</code> is also in the header <code>X-Request-Id</code>. <code>fields</code>, <code>required_scope</code> and
<code>current</code> are there where they help.</p>
<pre>${JSON.stringify(shape, null, 2)}</pre>
<p>An answer of 4xx changed nothing. After 408, 409, 429 and 5xx the same request may succeed in a while.</p>
${[...byStatus].map(([status, named]) => html`<h2>${status}</h2>${named.map(entry)}`)}`;
}
