import { ApiError, type ErrorCode, errors, type FieldError, fieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import {
  headings,
  type PeopleForm,
  renderSignInForm,
  renderSignUpClosed,
  renderSignUpForm,
  signInMessages,
  signUpMessages,
} from "./forms.ts";
import { getDevice } from "./get-device.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { checkPassword, type NewSession } from "./sign-in.ts";
import { buildSignedInResponse, continueAfterPassword, getReturnPath } from "./sign-in-response.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { showSendAgainForm, showVerificationSent } from "./verification-pages.ts";

type FormKind = "signIn" | "signUp";

/** A page with a form to sign in or sign up, for one audience. */
interface FormPage {
  audience: Audience;
  kind: FormKind;
  deps: PeopleDeps;
}

function buildFormPage(
  call: PageCall,
  { audience, kind, deps }: FormPage,
  result: { status: number; errors: readonly FieldError[] },
): PageResponse {
  const { form: values, signed_in, nonce } = call;
  const csrf_token = signed_in?.csrf_token ?? null;
  const canSignUp = deps.signUpPolicy === "open";
  const form: PeopleForm = { audience, values, returnTo: getReturnPath(call), csrf_token, canSignUp };
  const body = (kind === "signIn" ? renderSignInForm : renderSignUpForm)(form, result.errors);
  const title = headings[audience][kind];
  const html = renderPage({ title: result.errors.length > 0 ? `Error: ${title}` : title, nonce, body });
  return { status: result.status, html };
}

/** Show, in place of the form to sign up, that sign-up is closed. */
function buildClosedPage({ nonce }: PageCall, { signUpPolicy }: PeopleDeps): PageResponse {
  const title = "Sign-up is closed";
  const body = renderSignUpClosed(signUpPolicy === "invited");
  return { status: errors.sign_up_closed.status, html: renderPage({ title, nonce, body }) };
}

function showForm(call: PageCall, formPage: FormPage): PageResponse {
  if (call.signed_in) return { redirect: getReturnPath(call) };
  if (formPage.kind === "signUp" && formPage.deps.signUpPolicy !== "open")
    return buildClosedPage(call, formPage.deps);
  return buildFormPage(call, formPage, { status: 200, errors: [] });
}

function buildNewSession(call: PageCall, { audience }: FormPage): NewSession {
  return { audience, formerSession: call.signed_in?.session_hash ?? null, device: getDevice(call) };
}

/** The errors that the form to sign in shows above its fields. */
const shownSignInErrors: ReadonlySet<ErrorCode> = new Set(["sign_in_failed", "rate_limited"]);

async function postSignIn(database: Database, call: PageCall, formPage: FormPage) {
  const input = { email: call.form.get("email") ?? "", password: call.form.get("password") ?? "" };
  const fieldErrors = checkForm(operations.adminSignIn.body, input, signInMessages);
  if (fieldErrors.length > 0) return buildFormPage(call, formPage, { status: 422, errors: fieldErrors });
  const { audience, deps } = formPage;
  try {
    const account = await checkPassword(database, { input, audience, device: getDevice(call) }, deps);
    return await continueAfterPassword(database, call, { account, audience, deps });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, details } = error;
    const formErrors = [fieldError("", "not_allowed", {}, message)];
    if (error.code === "email_not_verified") return showSendAgainForm(call, { status, errors: formErrors });
    if (!shownSignInErrors.has(error.code)) throw error;
    const page = buildFormPage(call, formPage, { status, errors: formErrors });
    return { ...page, retryAfterSeconds: details.retry_after_s };
  }
}

async function postSignUp(database: Database, call: PageCall, formPage: FormPage): Promise<PageResponse> {
  if (formPage.deps.signUpPolicy !== "open") return buildClosedPage(call, formPage.deps);
  const { form } = call;
  const input = {
    email: (form.get("email") ?? "").trim(),
    password: form.get("password") ?? "",
    name: form.get("name") ?? "",
  };
  const fieldErrors = checkForm(operations.adminSignUp.body, input, signUpMessages);
  if (fieldErrors.length > 0) return buildFormPage(call, formPage, { status: 422, errors: fieldErrors });
  try {
    const result = await signUp(database, { input, ...buildNewSession(call, formPage) }, formPage.deps);
    return result === null ? showVerificationSent(call, input.email) : buildSignedInResponse(call, result);
  } catch (error) {
    return buildFormPage(call, formPage, { status: 422, errors: getFieldErrorsOrRethrow(error) });
  }
}

async function postSignOut(database: Database, call: PageCall): Promise<PageResponse> {
  const { signed_in } = call;
  if (signed_in) await database.transaction((tx) => signOut(tx, signed_in));
  return { redirect: "/sign-in", session: { kind: "end" } };
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const commonFields = { host: audience, visitor: "anyone" } as const;
  const signInPage: FormPage = { audience, kind: "signIn", deps };
  const signUpPage: FormPage = { audience, kind: "signUp", deps };
  return [
    {
      ...commonFields,
      method: "GET",
      path: "/sign-in",
      handle: async (_database, call) => showForm(call, signInPage),
    },
    {
      ...commonFields,
      method: "GET",
      path: "/sign-up",
      handle: async (_database, call) => showForm(call, signUpPage),
    },
    {
      ...commonFields,
      method: "POST",
      path: "/sign-in",
      throttle: "passwords",
      handle: (database, call) => postSignIn(database, call, signInPage),
    },
    {
      ...commonFields,
      method: "POST",
      path: "/sign-up",
      throttle: "emails",
      handle: (database, call) => postSignUp(database, call, signUpPage),
    },
    { ...commonFields, method: "POST", path: "/sign-out", handle: postSignOut },
  ];
}

/** Create the routes of the pages to sign in, sign up and sign out, on the admin's and the partners' origin. */
export function createPeoplePages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
