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
import { renderProse } from "./table.ts";

const exampleError = new ApiError("invalid", {
  fields: [fieldError("adjustment_quantity", "not_allowed", { forbidden: [0] })],
});

const exampleResponse = {
  error: {
    code: exampleError.code,
    message: exampleError.message,
    request_id: "req_dGhpcyBpcyBub3Qg",
    fields: exampleError.fields,
  },
};

function renderFieldCode(code: FieldErrorCode): Html {
  const { meaning, params, action } = fieldErrorCodes[code];
  const paramItems = Object.entries(params).map(
    ([name, text]) => html`<li><code>${name}</code>: ${renderProse(text)}</li>`,
  );
  return html`<h3 id="field-${code}"><code>${code}</code></h3>
<p>${meaning} ${action}</p>${paramItems.length > 0 ? html`<ul>${paramItems}</ul>` : null}`;
}

function renderCode(code: ErrorCode): Html {
  return html`<h3 id="${code}"><code>${code}</code></h3>
<p><q>${errors[code].message}</q></p><p>${renderProse(errorHelp[code])}</p>`;
}

/** Render the page about errors: each code with its status, message and advice, and the codes of field errors. */
export function renderErrors(): Html {
  const codes = Object.keys(errors) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return html`<p><a href="/docs">API reference</a></p>
<h1>Errors</h1>
<p>Every error response has the same shape. <code>code</code> is stable; <code>message</code> may change, so
programs must not read it. <code>request_id</code> is also
in the <code>X-Request-Id</code> header. <code>fields</code> is present on validation errors, <code>required_scope</code> on missing scopes,
<code>required_right</code> on missing rights of people, and <code>current</code> on conflicts.</p>
<pre>${JSON.stringify(exampleResponse, null, 2)}</pre>
<p>A 4xx response means that nothing was changed. Requests that failed with 408, 409, 429 or 5xx may succeed if you retry them later.</p>
<p>Each entry of <code>fields</code> has a <code>path</code>, a <code>code</code> from <a href="#fields">the list below</a>, a
<code>message</code> for people, and <code>params</code> with details such as limits. If the message differs from the standard message of
its code, the entry also has <code>template</code>: the message with <code>{field}</code> instead of the path, so that a form can insert
its label.</p>
${[...byStatus].map(([status, statusCodes]) => html`<h2>${status}</h2>${statusCodes.map(renderCode)}`)}
<h2 id="fields">Field error codes</h2>
<p>A field error always has one of these codes.</p>
${(Object.keys(fieldErrorCodes) as FieldErrorCode[]).map(renderFieldCode)}`;
}
