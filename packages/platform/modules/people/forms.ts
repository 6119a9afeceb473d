import { type FieldError, passwordLength } from "@souk/contract";
import { csrfField, errorSummary, inputField } from "../../pages/form.ts";
import { type Html, html } from "../../routing/html.ts";
import type { Audience } from "./session-rules.ts";

/** What a form to sign in or up is shown with. */
export interface PeopleForm {
  audience: Audience;
  /** What was posted before, to be shown again. */
  values: ReadonlyMap<string, string>;
  returnTo: string;
  /** Set when somebody is signed in already. */
  csrf_token: string | null;
}

export const signInSentences = {
  email: "Enter your e-mail address.",
  password: "Enter your password.",
} as const;

export const signUpSentences = {
  name: "A name has at most 255 characters.",
  email: "Enter an e-mail address, like name@shop.com.",
  password: `Choose a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters.`,
  "store.name": "Give the shop a name of at most 255 characters.",
  "store.handle": "Give the shop a handle of 1 to 63 lower-case letters, digits and hyphens.",
} as const;

export const headings = {
  admin: { signIn: "Sign in to your shops", signUp: "Create an account" },
  partners: { signIn: "Sign in as a partner", signUp: "Create a partner account" },
} as const;

function hidden({ returnTo, csrf_token }: PeopleForm): Html {
  return html`<input type="hidden" name="return_to" value="${returnTo}">${csrf_token === null ? null : csrfField(csrf_token)}`;
}

function linkTo(path: string, returnTo: string): string {
  return returnTo === "/" ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}

/** The form to sign in, with what was wrong when it was sent. */
export function signInForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const email = form.values.get("email") ?? "";
  return html`<h1>${headings[form.audience].signIn}</h1>
${errorSummary(errors)}
<form class="card" method="post" action="/sign-in">${hidden(form)}
${inputField({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "username", required: true }, errors)}
${inputField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true }, errors)}
<div class="actions"><button>Sign in</button></div></form>
<p>No account yet? <a href="${linkTo("/sign-up", form.returnTo)}">${headings[form.audience].signUp}</a></p>`;
}

function shopFields(value: (name: string) => string, errors: readonly FieldError[]): Html {
  return html`${inputField(
    {
      name: "store.name",
      label: "Name of your shop",
      hint: "Its currency and time zone can be set afterwards.",
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
    label: "Handle of your shop",
    hint: "Stands in its address and can never be changed. Left empty, it is made from the name.",
    value: value("store.handle"),
    autocomplete: "off",
    maxLength: 63,
  },
  errors,
)}`;
}

/** The form that creates an account, on the admin's origin with its first shop, with what was wrong when it was sent. */
export function signUpForm(form: PeopleForm, errors: readonly FieldError[]): Html {
  const value = (name: string) => form.values.get(name) ?? "";
  const { minLength, maxLength } = passwordLength;
  return html`<h1>${headings[form.audience].signUp}</h1>
${errorSummary(errors)}
<form class="card" method="post" action="/sign-up">${hidden(form)}
${inputField({ name: "name", label: "Name", value: value("name"), autocomplete: "name", maxLength: 255 }, errors)}
${inputField({ name: "email", label: "E-mail address", type: "email", value: value("email"), autocomplete: "username", required: true, maxLength: 255 }, errors)}
${inputField(
  {
    name: "password",
    label: "Password",
    type: "password",
    hint: `At least ${minLength} characters. A few words are easier to remember than a single odd one.`,
    autocomplete: "new-password",
    required: true,
    minLength,
    maxLength,
  },
  errors,
)}
${form.audience === "admin" ? shopFields(value, errors) : null}
<div class="actions"><button>Create account</button></div></form>
<p>Already have an account? <a href="${linkTo("/sign-in", form.returnTo)}">Sign in</a></p>`;
}
