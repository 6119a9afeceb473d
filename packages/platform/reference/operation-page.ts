import {
  errors,
  type Operation,
  type Parameter,
  rangeOf,
  refusalsOf,
  takesIdempotencyKey,
} from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { curlOf } from "./curl.ts";
import { pathOf } from "./path-of.ts";
import { schemaTable } from "./schema-table.ts";
import { prose, table } from "./table.ts";

function takes(parameter: Parameter): string {
  switch (parameter.kind) {
    case "sort":
      return `${parameter.by.join(", ")} with .asc or .desc; default ${parameter.default}`;
    case "limit":
      return `1 to 250; default ${parameter.default}`;
    case "choice":
      return parameter.of.join(", ");
    case "ids":
      return "ids separated by commas";
    case "date":
      return "ISO 8601 date; one that cannot be read is ignored with a warning header";
    case "cursor":
    case "moment_cursor":
      return "a next_cursor";
    case "fields":
      return "field names separated by commas";
    case "text":
      return `text, at most ${parameter.maxLength} characters`;
    case "page":
      return "a whole number from 1";
    case "id":
      return "an id";
    case "integer":
      return rangeOf(parameter);
    case "boolean":
      return "true or false";
    case "texts":
      return "texts separated by commas";
  }
}

function queryTable(operation: Operation): Html | null {
  const parameters = Object.entries(operation.query);
  if (parameters.length === 0) return null;
  const rows = parameters.map(([name, parameter]) => [
    html`<code>${name}</code>`,
    takes(parameter),
    prose(parameter.description ?? ""),
  ]);
  return html`<h2>Query</h2>${table("Parameters of the query", ["Parameter", "Takes", "Meaning"], rows)}`;
}

function errorTable(operation: Operation): Html {
  const rows = refusalsOf(operation).map((code) => [
    errors[code].status,
    html`<a href="/docs/errors#${code}"><code>${code}</code></a>`,
    errors[code].message,
  ]);
  return html`<h2>Errors</h2>${table("Errors", ["Status", "Code", "Message"], rows)}`;
}

/** The same sent as JSON, where an example sends a file but may send either. */
function asJson(operation: Operation): Operation | null {
  const { upload, ...example } = operation.example ?? { answer: undefined };
  return upload && operation.body ? { ...operation, example } : null;
}

function example(operation: Operation, shopOrigin: string): Html | null {
  const command = curlOf(operation, shopOrigin);
  if (command === null) return null;
  const other = asJson(operation);
  return html`<h2>Example</h2><pre>${command}</pre>${other ? html`<p>Or:</p><pre>${curlOf(other, shopOrigin)}</pre>` : null}
<details><summary>Its answer</summary><pre>${JSON.stringify(operation.example?.answer, null, 2)}</pre></details>`;
}

function topicLinks(topics: readonly string[]): Html {
  const links = topics.map(
    (topic, at) => html`${at === 0 ? "" : ", "}<a href="/docs/topics#${topic}">${topic}</a>`,
  );
  return html` Topics: ${links}.`;
}

function idempotency(operation: Operation): Html | null {
  if (!takesIdempotencyKey(operation)) return null;
  return html`<p>Takes <code>Idempotency-Key</code>: a repeat with the same key is answered the same and changes nothing.</p>`;
}

function fileBody({ upload, body }: Operation): Html | null {
  if (!upload) return null;
  const types = upload.types.map((type, at) => html`${at === 0 ? "" : ", "}<code>${type}</code>`);
  return html`<h2>${body ? "Or a file" : "Body"}</h2>
<p>The file itself with its own <code>Content-Type</code>: ${types}. At most ${upload.maxBytes / 1024 / 1024} MiB.</p>`;
}

/**
 * The reference of one operation.
 * @param shopOrigin the origin of the shop that the examples call
 */
export function operationBody(operation: Operation, shopOrigin: string): Html {
  const scopes = operation.scopes.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const wrapped = operation.wrapper
    ? html`<p>May come bare, or wrapped in <code>${operation.wrapper}</code>.</p>`
    : null;
  return html`<p><a href="/docs">API reference</a></p>
<h1>${operation.summary} <span class="badge">${operation.badge}</span></h1>
<pre><span class="method">${operation.method}</span> ${pathOf(operation)}</pre>
${operation.description ? html`<p>${prose(operation.description)}</p>` : null}
<p>Name: <code>${operation.id}</code>. Scope: ${scopes === "" ? "none" : html`<code>${scopes}</code>`}.
${operation.topics ? topicLinks(operation.topics) : null}
${operation.clauses.length > 0 ? html` Clauses: ${operation.clauses.join(", ")}.` : null}</p>
${idempotency(operation)}
${example(operation, shopOrigin)}
${queryTable(operation)}
${operation.body ? html`<h2>Body</h2>${wrapped}${schemaTable(operation.body, "Fields of the body")}` : null}
${fileBody(operation)}
<h2>Answer</h2>${schemaTable(operation.answer, "Fields of the answer")}
${errorTable(operation)}`;
}
