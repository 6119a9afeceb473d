import {
  acceptsIdempotencyKey,
  describeRange,
  describeReducedResponse,
  errors,
  listErrorCodes,
  type Operation,
  type QueryParameter,
} from "@souk/contract";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { formatCurl } from "./curl.ts";
import { getFullPath } from "./get-full-path.ts";
import { renderSchemaTable } from "./schema-table.ts";
import { renderProse, renderTable } from "./table.ts";

function describeAcceptedValues(parameter: QueryParameter): string {
  switch (parameter.kind) {
    case "sort":
      return `${parameter.by.join(", ")}, followed by .asc or .desc. Default: ${parameter.default}`;
    case "limit":
      return `integer from 1 to 250. Default: ${parameter.default}`;
    case "choice":
      return `one of ${parameter.of.join(", ")}`;
    case "ids":
      return "integers separated by commas";
    case "date":
      return "ISO 8601 date; ignored if invalid";
    case "cursor":
    case "time_cursor":
      return "string";
    case "fields":
      return "field names separated by commas";
    case "text":
      return `string, at most ${parameter.maxLength} characters`;
    case "page":
      return "integer, at least 1. Default: 1";
    case "id":
      return "integer";
    case "integer":
      return describeRange(parameter);
    case "boolean":
      return "boolean (true, false, 1 or 0)";
    case "texts":
      return "strings separated by commas";
  }
}

function renderQueryTable(operation: Operation): Html | null {
  const parameters = Object.entries(operation.query);
  if (parameters.length === 0) return null;
  const rows = parameters.map(([name, parameter]) => [
    html`<code>${name}</code>`,
    describeAcceptedValues(parameter),
    renderProse(parameter.description ?? ""),
  ]);
  return html`<h2>Query parameters</h2>${renderTable("Query parameters", ["Parameter", "Accepts", "Description"], rows)}`;
}

function renderErrorTable(operation: Operation): Html {
  const rows = listErrorCodes(operation).map((code) => [
    errors[code].status,
    html`<a href="/docs/errors#${code}"><code>${code}</code></a>`,
    errors[code].message,
  ]);
  return html`<h2>Errors</h2>${renderTable("Errors", ["Status", "Code", "Message"], rows)}`;
}

/**
 * Return the operation with its JSON example, if its example uploads a file and the operation also accepts JSON. Return null
 * otherwise.
 */
function deriveJsonOperation(operation: Operation): Operation | null {
  if (!operation.example?.upload || !operation.body) return null;
  const { upload: _upload, ...example } = operation.example;
  return { ...operation, example };
}

function renderExample(operation: Operation, storeOrigin: string): Html | null {
  const command = formatCurl(operation, storeOrigin);
  if (command === null) return null;
  const jsonOperation = deriveJsonOperation(operation);
  return html`<h2>Example</h2><pre>${command}</pre>${jsonOperation ? html`<p>With JSON:</p><pre>${formatCurl(jsonOperation, storeOrigin)}</pre>` : null}
<details><summary>Sample response</summary><pre>${JSON.stringify(operation.example?.response, null, 2)}</pre></details>`;
}

function renderTopicLinks(topics: readonly string[]): Html {
  const links = topics.map(
    (topic, index) => html`${index === 0 ? "" : ", "}<a href="/docs/topics#${topic}">${topic}</a>`,
  );
  return html` Emits: ${links}.`;
}

function renderIdempotency(operation: Operation): Html | null {
  if (!acceptsIdempotencyKey(operation)) return null;
  return html`<p>Accepts <code>Idempotency-Key</code>. A retry with the same key returns the first response again and changes nothing.</p>`;
}

function renderFileBody({ upload, body }: Operation): Html | null {
  if (!upload) return null;
  const types = upload.types.map((type, index) => html`${index === 0 ? "" : ", "}<code>${type}</code>`);
  return html`<h2>${body ? "File upload" : "Request body"}</h2>
<p>The content of the file. <code>Content-Type</code> must be one of ${types}. At most ${upload.maxBytes / 1024 / 1024} MiB.</p>`;
}

/**
 * Render the reference page of one operation.
 * @param storeOrigin the origin of the store that the examples call
 */
export function renderOperation(operation: Operation, storeOrigin: string): Html {
  const scopes = operation.scopes.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const rights = operation.rights.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const wrapperHint = operation.wrapper
    ? html`<p>Send the fields directly, or wrapped in <code>${operation.wrapper}</code>.</p>`
    : null;
  const reducedHint = describeReducedResponse(operation);
  return html`<p><a href="/docs">API reference</a></p>
<h1>${operation.summary}</h1>
<pre><span class="method">${operation.method}</span> ${getFullPath(operation)}</pre>
${operation.description ? html`<p>${renderProse(operation.description)}</p>` : null}
<p>Operation: <code>${operation.id}</code>. Scope: ${scopes === "" ? "none" : html`<code>${scopes}</code>`}.
${rights === "" ? null : html`Right of a person with a session: <code>${rights}</code>.`}
${operation.topics ? renderTopicLinks(operation.topics) : null}
</p>
${renderIdempotency(operation)}
${renderExample(operation, storeOrigin)}
${renderQueryTable(operation)}
${operation.body ? html`<h2>Request body</h2>${wrapperHint}${renderSchemaTable(operation.body, "Request fields")}` : null}
${renderFileBody(operation)}
<h2>Response</h2>${reducedHint === null ? null : html`<p>${renderProse(reducedHint)}</p>`}${renderSchemaTable(operation.response, "Response fields")}
${renderErrorTable(operation)}`;
}
