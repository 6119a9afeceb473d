import { type FieldError, formatLabeledMessage } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";

/** A labeled input of a form. Its element id is its name, so that the error summary can link to it. */
export interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string;
  hint?: string;
  /**
   * The autocomplete attribute for browsers and password managers, for example `current-password`.
   */
  autocomplete?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
}

/** Render the hidden field with the CSRF token, which every form for a signed-in visitor needs. */
export function renderCsrfField(token: string): Html {
  return html`<input type="hidden" name="csrf_token" value="${token}">`;
}

function renderAttribute(name: string, value: string | number | undefined): Html | null {
  return value === undefined ? null : html` ${name}="${value}"`;
}

/**
 * Build the attributes of an input: its constraints, and references to its hint and error for screen readers.
 */
function renderAttributes(field: Field, error: string | undefined): (Html | null)[] {
  const descriptionIds = [
    field.hint === undefined ? null : `${field.name}-hint`,
    error === undefined ? null : `${field.name}-error`,
  ].filter((id) => id !== null);
  return [
    renderAttribute("aria-describedby", descriptionIds.length > 0 ? descriptionIds.join(" ") : undefined),
    renderAttribute("aria-invalid", error === undefined ? undefined : "true"),
    renderAttribute("autocomplete", field.autocomplete),
    renderAttribute("minlength", field.minLength),
    renderAttribute("maxlength", field.maxLength),
    field.required ? html` required` : null,
  ];
}

function renderField(
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

/** Return the message of a field's first error. */
function getErrorMessage(
  { name, label }: Pick<Field, "name" | "label">,
  errors: readonly FieldError[],
): string | undefined {
  const fieldError = errors.find((error) => error.path === name);
  return fieldError && formatLabeledMessage(fieldError, label);
}

/** Render an input with its label, hint and error. The value of a password is never rendered. */
export function renderInput(field: Field, errors: readonly FieldError[] = []): Html {
  const error = getErrorMessage(field, errors);
  const type = field.type ?? "text";
  const value = type === "password" ? undefined : field.value;
  const control = html`<input id="${field.name}" name="${field.name}" type="${type}"${renderAttribute("value", value)}${renderAttributes(field, error)}>`;
  return renderField(field, error, control);
}

/** Render a select with its label, hint and error. */
export function renderSelect(
  field: Pick<Field, "name" | "label" | "hint" | "value">,
  options: readonly (readonly [value: string, label: string])[],
  errors: readonly FieldError[] = [],
): Html {
  const error = getErrorMessage(field, errors);
  const control = html`<select id="${field.name}" name="${field.name}"${renderAttributes(field, error)}>${options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === field.value ? html` selected` : null}>${label}</option>`,
  )}</select>`;
  return renderField(field, error, control);
}

/** Render the list of errors above a form, with links to the fields. Returns null if there are no errors. */
export function renderErrorSummary(errors: readonly FieldError[]): Html | null {
  const [firstError, ...otherErrors] = errors;
  if (firstError === undefined) return null;
  if (firstError.path === "" && otherErrors.length === 0)
    return html`<div class="errors" role="alert" tabindex="-1"><p>${firstError.message}</p></div>`;
  return html`<div class="errors" role="alert" tabindex="-1"><h2>Check the highlighted fields</h2>
<ul>${errors.map(({ path, message }) =>
    path === "" ? html`<li>${message}</li>` : html`<li><a href="#${path}">${message}</a></li>`,
  )}</ul></div>`;
}
