import { type FieldError, passwordLength } from "@souk/contract";
import { renderCsrfField, renderErrorSummary, renderInput } from "../../infrastructure/pages/form.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import { renderPasskeyButton } from "./factors/passkey-forms.ts";
import type { Audience } from "./session-rules.ts";

/** The content of a form to sign in or sign up. */
export interface PeopleForm {
  audience: Audience;
  /** The posted values, which the form shows again. */
  values: ReadonlyMap<string, string>;
  returnTo: string;
  /** The CSRF token of a visitor who is signed in already; otherwise null. */
  csrf_token: string | null;
  /** Whether sign-up is open to everybody. */
  canSignUp: boolean;
}

/** The error messages of the form to sign in, by field. */
export const signInMessages = {
  email: "Enter your email address.",
  password: "Enter your password.",
} as const;

/** The error messages of the form to sign up, by field. */
export const signUpMessages = {
  name: "Enter a name of at most 255 characters.",
  email: "Enter an email address, such as name@example.com.",
  password: `Enter a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
} as const;

/** The headings of the forms on each origin. */
export const headings = {
  admin: { signIn: "Sign in to your stores", signUp: "Create an account" },
  partners: { signIn: "Sign in as a partner", signUp: "Create a partner account" },
} as const;

/** Render what a visitor sees in place of the form to sign up. @param acceptsInvited whether invited people can sign up */
export function renderSignUpClosed(acceptsInvited: boolean): Html {
  const hint = acceptsInvited ? " If you were invited to a store, open the link in the email." : "";
  return html`<h1>Sign-up is closed</h1>
<p>This platform does not accept new accounts. Ask its operator for an account.${hint}</p>
<p class="actions"><a class="button" href="/sign-in">Sign in</a></p>`;
}

function renderHiddenFields({ returnTo, csrf_token }: PeopleForm): Html {
  return html`<input type="hidden" name="return_to" value="${returnTo}">${csrf_token === null ? null : renderCsrfField(csrf_token)}`;
}

function buildLink(path: string, returnTo: string): string {
  return returnTo === "/" ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}

/** Render the form to sign in, with the errors of the last attempt. */
export function renderSignInForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const email = form.values.get("email") ?? "";
  return html`<h1>${headings[form.audience].signIn}</h1>
${renderErrorSummary(errors)}
<form class="card" method="post" action="/sign-in">${renderHiddenFields(form)}
${renderInput({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", required: true }, errors)}
${renderInput({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, errors)}
<div class="actions"><button>Sign in</button></div></form>
${renderPasskeyButton({ action: "/sign-in/passkey", hiddenFields: renderHiddenFields(form) })}
<p><a href="/forgot-password">Forgot your password?</a></p>
${form.canSignUp ? html`<p>No account yet? <a href="${buildLink("/sign-up", form.returnTo)}">${headings[form.audience].signUp}</a></p>` : null}`;
}

/** Render the form to create an account, with the errors of the last attempt. */
export function renderSignUpForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const getValue = (name: string) => form.values.get(name) ?? "";
  const { minLength, maxLength } = passwordLength;
  return html`<h1>${headings[form.audience].signUp}</h1>
${renderErrorSummary(errors)}
<form class="card" method="post" action="/sign-up">${renderHiddenFields(form)}
${renderInput({ name: "name", label: "Name", value: getValue("name"), autocomplete: "name", maxLength: 255 }, errors)}
${renderInput({ name: "email", label: "Email", type: "email", value: getValue("email"), autocomplete: "username", required: true, maxLength: 255 }, errors)}
${renderInput(
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
<div class="actions"><button>Create account</button></div></form>
<p>Already have an account? <a href="${buildLink("/sign-in", form.returnTo)}">Sign in</a></p>`;
}
