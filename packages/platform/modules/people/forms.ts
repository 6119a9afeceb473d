import { type FieldError, passwordLength } from "@souk/contract";
import { csrfField, errorSummary, inputField } from "../../infrastructure/pages/form.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { Audience } from "./session-rules.ts";

/** The data for a form to sign in or up. */
export interface PeopleForm {
  audience: Audience;
  /** The posted values, which the form shows again. */
  values: ReadonlyMap<string, string>;
  returnTo: string;
  /** The token of a visitor who is signed in already; otherwise null. */
  csrf_token: string | null;
}

export const signInSentences = {
  email: "Enter your email address.",
  password: "Enter your password.",
} as const;

export const signUpSentences = {
  name: "Enter a name of at most 255 characters.",
  email: "Enter an email address, such as name@example.com.",
  password: `Enter a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
  "store.name": "Enter a store name of at most 255 characters.",
  "store.handle": "Enter a handle of 1 to 63 lowercase letters, digits and hyphens.",
} as const;

export const headings = {
  admin: { signIn: "Sign in to your stores", signUp: "Create an account" },
  partners: { signIn: "Sign in as a partner", signUp: "Create a partner account" },
} as const;

function hidden({ returnTo, csrf_token }: PeopleForm): Html {
  return html`<input type="hidden" name="return_to" value="${returnTo}">${csrf_token === null ? null : csrfField(csrf_token)}`;
}

function linkTo(path: string, returnTo: string): string {
  return returnTo === "/" ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}

/** Render the form to sign in, with the errors of the last attempt. */
export function signInForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const email = form.values.get("email") ?? "";
  return html`<h1>${headings[form.audience].signIn}</h1>
${errorSummary(errors)}
<form class="card" method="post" action="/sign-in">${hidden(form)}
${inputField({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", required: true }, errors)}
${inputField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, errors)}
<div class="actions"><button>Sign in</button></div></form>
<p>No account yet? <a href="${linkTo("/sign-up", form.returnTo)}">${headings[form.audience].signUp}</a></p>`;
}

function storeFields(value: (name: string) => string, errors: readonly FieldError[]): Html {
  return html`${inputField(
    {
      name: "store.name",
      label: "Store name",
      hint: "You can set its currency and time zone later.",
      value: value("store.name"),
      autocomplete: "organization",
      required: true,
      maxLength: 255,
    },
    errors,
  )}
${inputField(
  {
    name: "store.handle",
    label: "Store handle",
    hint: "Part of the store's address. It cannot be changed later. Leave empty to use the name.",
    value: value("store.handle"),
    autocomplete: "off",
    maxLength: 63,
  },
  errors,
)}`;
}

/**
 * Render the form that creates an account, on the admin's origin with its first store, with the errors of the
 * last attempt.
 */
export function signUpForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const value = (name: string) => form.values.get(name) ?? "";
  const { minLength, maxLength } = passwordLength;
  return html`<h1>${headings[form.audience].signUp}</h1>
${errorSummary(errors)}
<form class="card" method="post" action="/sign-up">${hidden(form)}
${inputField({ name: "name", label: "Name", value: value("name"), autocomplete: "name", maxLength: 255 }, errors)}
${inputField({ name: "email", label: "Email", type: "email", value: value("email"), autocomplete: "username", required: true, maxLength: 255 }, errors)}
${inputField(
  {
    name: "password",
    label: "Password",
    type: "password",
    hint: `At least ${minLength} characters. A phrase of several words is easy to remember.`,
    autocomplete: "new-password",
    required: true,
    minLength,
    maxLength,
  },
  errors,
)}
${form.audience === "admin" ? storeFields(value, errors) : null}
<div class="actions"><button>Create account</button></div></form>
<p>Already have an account? <a href="${linkTo("/sign-in", form.returnTo)}">Sign in</a></p>`;
}
