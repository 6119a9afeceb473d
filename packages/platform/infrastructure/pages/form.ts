import { type FieldError, formatLabeledMessage } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";

/** One labeled input of a form. Its id is its name, so that the error summary can link to it. */
export interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string;
  hint?: string;
  /**
   * The autocomplete value for browsers and password managers: `email`, `current-password`, `new-password` …
   */
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
}

/** Render the hidden field that a signed-in visitor's form must carry. */
export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf_token" value="${token}">`;
}

function attribute(name: string, value: string | number | undefined): Html | null {
  return value === undefined ? null : html` ${name}="${value}"`;
}

/**
 * Build the attributes that describe and restrict the control, so that its error and hint are read out with
 * it.
 */
function renderAttributes(field: Field, error: string | undefined): (Html | null)[] {
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

/** Return the first error of a field. */
function getErrorMessage(
  { name, label }: Pick<Field, "name" | "label">,
  errors: readonly FieldError[],
): string | undefined {
  const wrong = errors.find((error) => error.path === name);
  return wrong && formatLabeledMessage(wrong, label);
}

/** Render an input with its label, hint and error. A password is never sent back to the page. */
export function inputField(field: Field, errors: readonly FieldError[] = []): Html {
  const error = getErrorMessage(field, errors);
  const type = field.type ?? "text";
  const value = type === "password" ? undefined : field.value;
  const control = html`<input id="${field.name}" name="${field.name}" type="${type}"${attribute("value", value)}${renderAttributes(field, error)}>`;
  return around(field, error, control);
}

/** Render a select with its label, hint and error. */
export function selectField(
  field: Pick<Field, "name" | "label" | "hint" | "value">,
  options: readonly (readonly [value: string, label: string])[],
  errors: readonly FieldError[] = [],
): Html {
  const error = getErrorMessage(field, errors);
  const control = html`<select id="${field.name}" name="${field.name}"${renderAttributes(field, error)}>${options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === field.value ? html` selected` : null}>${label}</option>`,
  )}</select>`;
  return around(field, error, control);
}

/** Render the errors above a form, each linking to its field; one of the whole form stands alone. Null without errors. */
export function errorSummary(errors: readonly FieldError[]): Html | null {
  const [first, ...others] = errors;
  if (first === undefined) return null;
  if (first.path === "" && others.length === 0)
    return html`<div class="errors" role="alert" tabindex="-1"><p>${first.message}</p></div>`;
  return html`<div class="errors" role="alert" tabindex="-1"><h2>Check the highlighted fields</h2>
<ul>${errors.map(({ path, message }) =>
    path === "" ? html`<li>${message}</li>` : html`<li><a href="#${path}">${message}</a></li>`,
  )}</ul></div>`;
}
