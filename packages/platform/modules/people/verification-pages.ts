import { ApiError, type FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import { signUpMessages } from "./forms.ts";
import { getDevice } from "./get-device.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { continueAfterPassword } from "./sign-in-response.ts";
import {
  invalidVerificationBody,
  renderSendAgainForm,
  renderUnverifiedPage,
  renderVerificationSent,
  renderVerifyForm,
} from "./verification-forms.ts";
import { findAccountToVerify, requestVerificationLink, verifyEmail } from "./verify-email.ts";

const { email } = operations.adminSignUp.body.properties;
const sendSchema = { type: "object", properties: { email }, required: ["email"] };
const verificationTitle = "Verify your email address";

/** The audience that a page is for, and what the page needs from the platform. */
interface VerificationPage {
  audience: Audience;
  deps: PeopleDeps;
}

function buildPage(
  { nonce, signed_in }: PageCall,
  title: string,
  { status, body }: { status: number; body: Html },
): PageResponse {
  const fullTitle = status === 422 ? `Error: ${title}` : title;
  return { status, html: renderPage({ title: fullTitle, nonce, body, signedIn: signed_in }) };
}

/** Show that the email is on its way: after signing up, and after asking for another link. */
export function showVerificationSent(call: PageCall, recipient: string): PageResponse {
  return buildPage(call, "Check your email", { status: 200, body: renderVerificationSent(recipient) });
}

/** Show the form that asks for another link, to a person who is not signed in. */
export function showSendAgainForm(
  call: PageCall,
  { status, errors }: { status: number; errors: readonly FieldError[] },
): PageResponse {
  const body = renderSendAgainForm(call.form.get("email") ?? "", errors);
  return buildPage(call, verificationTitle, { status, body });
}

function getToken({ query, form }: PageCall): string | undefined {
  return form.get("token") ?? query.findLast(([name]) => name === "token")?.[1];
}

function showInvalidLink(call: PageCall): PageResponse {
  return buildPage(call, "This link is no longer valid", { status: 404, body: invalidVerificationBody });
}

async function showVerifyForm(
  database: Database,
  call: PageCall,
  { deps, errors = [] }: { deps: PeopleDeps; errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const token = getToken(call) ?? "";
  const account = await findAccountToVerify(database, token, deps);
  if (account === null) return showInvalidLink(call);
  const csrf_token = call.signed_in?.csrf_token ?? null;
  const isSignedIn = call.signed_in?.account_id === account.id;
  const body = renderVerifyForm({ email: account.email, token, csrf_token, isSignedIn }, errors);
  return buildPage(call, verificationTitle, { status: errors.length > 0 ? 422 : 200, body });
}

async function getVerificationPage(
  database: Database,
  call: PageCall,
  { deps }: VerificationPage,
): Promise<PageResponse> {
  if (getToken(call) !== undefined) return showVerifyForm(database, call, { deps });
  const { signed_in } = call;
  if (signed_in === null) return showSendAgainForm(call, { status: 200, errors: [] });
  if (signed_in.is_email_verified) return { redirect: "/" };
  const { email, csrf_token } = signed_in;
  const body = renderUnverifiedPage({ email, csrf_token, showsMailbox: deps.canSignInUnverified });
  return buildPage(call, verificationTitle, { status: 200, body });
}

async function postVerification(
  database: Database,
  call: PageCall,
  { audience, deps }: VerificationPage,
): Promise<PageResponse> {
  const { signed_in, form } = call;
  const device = getDevice(call);
  const token = getToken(call) ?? "";
  try {
    const password = form.get("password") ?? "";
    const request = { token, password, signedIn: signed_in, device };
    const account = await verifyEmail(database, request, deps);
    if (signed_in?.account_id === account.id) return { redirect: "/" };
    return await continueAfterPassword(database, call, { account, audience, deps });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return showInvalidLink(call);
    return showVerifyForm(database, call, { deps, errors: getFieldErrorsOrRethrow(error) });
  }
}

async function postSendAgain(
  database: Database,
  call: PageCall,
  { audience, deps }: VerificationPage,
): Promise<PageResponse> {
  const input = { email: (call.signed_in?.email ?? call.form.get("email") ?? "").trim() };
  const errors = checkForm(sendSchema, input, { email: signUpMessages.email });
  if (errors.length > 0) return showSendAgainForm(call, { status: 422, errors });
  await requestVerificationLink(database, { ...input, audience }, deps);
  return showVerificationSent(call, input.email);
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const page = { audience, deps };
  const commonFields = { host: audience, visitor: "anyone" } as const;
  const verifyFields = { ...commonFields, path: "/verify-email" } as const;
  return [
    { ...verifyFields, method: "GET", handle: (database, call) => getVerificationPage(database, call, page) },
    {
      ...verifyFields,
      method: "POST",
      throttle: "passwords",
      handle: (database, call) => postVerification(database, call, page),
    },
    {
      ...commonFields,
      path: "/verify-email/send",
      method: "POST",
      throttle: "emails",
      handle: (database, call) => postSendAgain(database, call, page),
    },
  ];
}

/** Create the pages that verify the email address of an account. The token of a link is in the query, because queries are never logged. */
export function createVerificationPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
