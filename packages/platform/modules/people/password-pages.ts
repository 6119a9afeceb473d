import { ApiError, type FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import { signUpMessages } from "./forms.ts";
import { getDevice } from "./get-device.ts";
import {
  invalidLinkBody,
  passwordMessages,
  passwordSavedBody,
  renderForgotForm,
  renderLinkSent,
  renderResetForm,
} from "./password-forms.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { findResetEmail, requestPasswordReset, resetPassword } from "./reset-password.ts";
import type { Audience } from "./session-rules.ts";

const { email, password } = operations.adminSignUp.body.properties;
const forgotSchema = { type: "object", properties: { email }, required: ["email"] };
const resetSchema = { type: "object", properties: { password }, required: ["password"] };

function buildPage(
  { nonce }: PageCall,
  title: string,
  { status, body }: { status: number; body: Html },
): PageResponse {
  return { status, html: renderPage({ title: status === 422 ? `Error: ${title}` : title, nonce, body }) };
}

function showForgotForm(call: PageCall, errors: readonly FieldError[] = []): PageResponse {
  const csrf_token = call.signed_in?.csrf_token ?? null;
  const body = renderForgotForm({ email: call.form.get("email") ?? "", csrf_token }, errors);
  return buildPage(call, "Forgot your password?", { status: errors.length > 0 ? 422 : 200, body });
}

async function postForgotForm(
  database: Database,
  call: PageCall,
  { audience, deps }: { audience: Audience; deps: PeopleDeps },
): Promise<PageResponse> {
  const input = { email: (call.form.get("email") ?? "").trim() };
  const errors = checkForm(forgotSchema, input, { email: signUpMessages.email });
  if (errors.length > 0) return showForgotForm(call, errors);
  await requestPasswordReset(database, { ...input, audience, client: getDevice(call) }, deps);
  return buildPage(call, "Check your email", { status: 200, body: renderLinkSent(input.email) });
}

function getToken({ query, form }: PageCall): string {
  return form.get("token") ?? query.findLast(([name]) => name === "token")?.[1] ?? "";
}

function showInvalidLink(call: PageCall): PageResponse {
  return buildPage(call, "This link is no longer valid", { status: 404, body: invalidLinkBody });
}

async function showResetForm(
  database: Database,
  call: PageCall,
  { deps, errors = [] }: { deps: PeopleDeps; errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const token = getToken(call);
  const accountEmail = await findResetEmail(database, token, deps);
  if (accountEmail === null) return showInvalidLink(call);
  const csrf_token = call.signed_in?.csrf_token ?? null;
  const body = renderResetForm({ email: accountEmail, csrf_token, token }, errors);
  return buildPage(call, "Choose a new password", { status: errors.length > 0 ? 422 : 200, body });
}

async function postResetForm(database: Database, call: PageCall, deps: PeopleDeps): Promise<PageResponse> {
  const input = { password: call.form.get("password") ?? "" };
  const errors = checkForm(resetSchema, input, passwordMessages);
  if (errors.length > 0) return showResetForm(database, call, { deps, errors });
  try {
    const request = { token: getToken(call), ...input, device: getDevice(call) };
    const { device_id } = await resetPassword(database, request, deps);
    const page = buildPage(call, "Your password was changed", { status: 200, body: passwordSavedBody });
    return { ...page, session: { kind: "remember_device", device_id } };
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return showInvalidLink(call);
    return showResetForm(database, call, { deps, errors: getFieldErrorsOrRethrow(error) });
  }
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const commonFields = { host: audience, visitor: "anyone" } as const;
  const forgotFields = { ...commonFields, path: "/forgot-password" } as const;
  const resetFields = { ...commonFields, path: "/reset-password" } as const;
  return [
    { ...forgotFields, method: "GET", handle: async (_database, call) => showForgotForm(call) },
    {
      ...forgotFields,
      method: "POST",
      throttle: "emails",
      handle: (database, call) => postForgotForm(database, call, { audience, deps }),
    },
    { ...resetFields, method: "GET", handle: (database, call) => showResetForm(database, call, { deps }) },
    {
      ...resetFields,
      method: "POST",
      throttle: "people",
      handle: (database, call) => postResetForm(database, call, deps),
    },
  ];
}

/**
 * Create the pages on which a person asks for a password reset link, and uses the link. The token of the link is in the query, because
 * queries are never logged.
 */
export function createPasswordPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
