import type { FieldError } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";

/** One labelled input of a form. Its id is its name, so that the error summary can lead to it. */
export interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string;
  hint?: string;
  /** What browsers and password managers fill in: `email`, `current-password`, `new-password` … */
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
}

/** The hidden field that a signed-in visitor's form must carry. */
export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf_token" value="${token}">`;
}

function attribute(name: string, value: string | number | undefined): Html | null {
  return value === undefined ? null : html` ${name}="${value}"`;
}

/** What describes and restricts the control, for its error and hint to be read out with it. */
function stateOf(field: Field, error: string | undefined): (Html | null)[] {
  const described = [
    field.hint === undefined ? null : `${field.name}-hint`,
    error === undefined ? null : `${field.name}-error`,
  ].filter((id) => id !== null);
  return [
    attribute("aria-describedby", described.length > 0 ? described.join(" ") : undefined),
    attribute("aria-invalid", error === undefined ? undefined : "true"),
    attribute("autocomplete", field.autocomplete),
    attribute("minlength", field.minLength),
    attribute("maxlength", field.maxLength),
    field.required ? html` required` : null,
  ];
}

function around(
  field: Pick<Field, "name" | "label" | "hint">,
  error: string | undefined,
  control: Html,
): Html {
  const { name, label, hint } = field;
  return html`<div class="field"><label for="${name}">${label}</label>
${hint === undefined ? null : html`<span class="hint" id="${name}-hint">${hint}</span>`}
${error === undefined ? null : html`<span class="error" id="${name}-error">${error}</span>`}
${control}</div>`;
}

/** The first error of a field. */
function errorOf(name: string, errors: readonly FieldError[]): string | undefined {
  return errors.find((error) => error.path === name)?.message;
}

/** An input with its label, hint and error. A password is never sent back to the page. */
export function inputField(field: Field, errors: readonly FieldError[] = []): Html {
  const error = errorOf(field.name, errors);
  const type = field.type ?? "text";
  const value = type === "password" ? undefined : field.value;
  const control = html`<input id="${field.name}" name="${field.name}" type="${type}"${attribute("value", value)}${stateOf(field, error)}>`;
  return around(field, error, control);
}

/** A choice of one among many, with its label, hint and error. */
export function selectField(
  field: Pick<Field, "name" | "label" | "hint" | "value">,
  options: readonly (readonly [value: string, label: string])[],
  errors: readonly FieldError[] = [],
): Html {
  const error = errorOf(field.name, errors);
  const control = html`<select id="${field.name}" name="${field.name}"${stateOf(field, error)}>${options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === field.value ? html` selected` : null}>${label}</option>`,
  )}</select>`;
  return around(field, error, control);
}

/** What was wrong with a form, above it, each line leading to its field; nothing when nothing was wrong. */
export function errorSummary(errors: readonly FieldError[]): Html | null {
  if (errors.length === 0) return null;
  return html`<div class="errors" role="alert" tabindex="-1"><h2>Something needs your attention</h2>
<ul>${errors.map(({ path, message }) =>
    path === "" ? html`<li>${message}</li>` : html`<li><a href="#${path}">${message}</a></li>`,
  )}</ul></div>`;
}
