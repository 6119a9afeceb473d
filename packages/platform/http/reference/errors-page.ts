import {
  ApiError,
  type ErrorCode,
  errorHelp,
  errors,
  type FieldErrorCode,
  fieldError,
  fieldErrorCodes,
} from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { prose } from "./table.ts";

const example = new ApiError("invalid", {
  fields: [fieldError("adjustment_quantity", "not_allowed", { forbidden: [0] })],
});

const shape = {
  error: {
    code: example.code,
    message: example.message,
    request_id: "req_dGhpcyBpcyBub3Qg",
    fields: example.fields,
  },
};

function fieldEntry(code: FieldErrorCode): Html {
  const { meaning, params, action } = fieldErrorCodes[code];
  const facts = Object.entries(params).map(
    ([name, text]) => html`<li><code>${name}</code>: ${prose(text)}</li>`,
  );
  return html`<h3 id="field-${code}"><code>${code}</code></h3>
<p>${meaning} ${action}</p>${facts.length > 0 ? html`<ul>${facts}</ul>` : null}`;
}

function entry(code: ErrorCode): Html {
  return html`<h3 id="${code}"><code>${code}</code></h3>
<p><q>${errors[code].message}</q></p><p>${prose(errorHelp[code])}</p>`;
}

/** Render every error with its status, message and advice. */
export function errorsBody(): Html {
  const codes = Object.keys(errors) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return html`<p><a href="/docs">API reference</a></p>
<h1>Errors</h1>
<p>Every error response has the same shape. <code>code</code> is stable; <code>message</code> may change, so
programs must not read it. <code>request_id</code> is also
in the <code>X-Request-Id</code> header. <code>fields</code> is present on validation errors, <code>required_scope</code> on missing scopes,
and <code>current</code> on conflicts.</p>
<pre>${JSON.stringify(shape, null, 2)}</pre>
<p>A 4xx response means that nothing was changed. Requests that failed with 408, 409, 429 or 5xx can succeed when retried later.</p>
<p>Each entry of <code>fields</code> has a <code>path</code>, a <code>code</code> of <a href="#fields">the list below</a>, a
<code>message</code> for people, and <code>params</code> with the facts of the code. A message that is not the one of its
code also comes as <code>template</code>, with <code>{field}</code> in place of the path, so that a form can show a label there.</p>
${[...byStatus].map(([status, named]) => html`<h2>${status}</h2>${named.map(entry)}`)}
<h2 id="fields">Codes of fields</h2>
<p>The list is closed: a field error has no other code.</p>
${(Object.keys(fieldErrorCodes) as FieldErrorCode[]).map(fieldEntry)}`;
}
