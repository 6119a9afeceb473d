import { errors, type Operation, type Parameter, refusalsOf, surfaces } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { schemaTable } from "./schema-table.ts";

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
    case "fields":
      return "field names separated by commas";
    case "text":
      return `text, at most ${parameter.maxLength} characters`;
    default:
      return parameter.kind;
  }
}

function queryTable(operation: Operation): Html | null {
  const parameters = Object.entries(operation.query);
  if (parameters.length === 0) return null;
  return html`<h2>Query</h2><div class="scroll"><table>
<thead><tr><th scope="col">Parameter</th><th scope="col">Takes</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
    ([name, parameter]) =>
      html`<tr><td><code>${name}</code></td><td>${takes(parameter)}</td><td>${parameter.description ?? ""}</td></tr>`,
  )}</tbody></table></div>`;
}

function errorTable(operation: Operation): Html {
  return html`<h2>Errors</h2><div class="scroll"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th></tr></thead>
<tbody>${refusalsOf(operation).map(
    (code) =>
      html`<tr><td>${errors[code].status}</td><td><code>${code}</code></td><td>${errors[code].message}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The full path of an operation below its host. */
export function pathOf(operation: Operation): string {
  return `${surfaces[operation.surface].base}${operation.path}`;
}

/** The reference of one operation. */
export function operationBody(operation: Operation): Html {
  const scopes = operation.scopes.map((alternatives) => alternatives.join(" or ")).join(" and ");
  const wrapped = operation.wrapper
    ? html`<p>May come bare, or wrapped in <code>${operation.wrapper}</code>.</p>`
    : null;
  return html`<p><a href="/docs">API reference</a></p>
<h1>${operation.summary} <span class="badge">${operation.badge}</span></h1>
<pre><span class="method">${operation.method}</span> ${pathOf(operation)}</pre>
${operation.description ? html`<p>${operation.description}</p>` : null}
<p>Name: <code>${operation.id}</code>. Scope: ${scopes === "" ? "none" : html`<code>${scopes}</code>`}.
${operation.topics ? html` Topics: ${operation.topics.join(", ")}.` : null}
${operation.clauses.length > 0 ? html` Clauses: ${operation.clauses.join(", ")}.` : null}</p>
${queryTable(operation)}
${operation.body ? html`<h2>Body</h2>${wrapped}${schemaTable(operation.body, "Fields of the body")}` : null}
<h2>Answer</h2>${schemaTable(operation.answer, "Fields of the answer")}
${errorTable(operation)}`;
}
