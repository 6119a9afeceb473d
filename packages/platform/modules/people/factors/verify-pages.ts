import { type FieldError, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { buildFormError } from "../../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../../infrastructure/routing/call.ts";
import type { PageCall, PageResponse, PageRoute } from "../../../infrastructure/routing/page.ts";
import { signInMessages } from "../forms.ts";
import { getDevice } from "../get-device.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Audience } from "../session-rules.ts";
import { setSessionVerified } from "../session-store.ts";
import { verifyOwnPassword } from "../set-password.ts";
import { getReturnPath } from "../sign-in-response.ts";
import { missingCodeMessage } from "./code-forms.ts";
import { listFactors } from "./factor-list.ts";
import { throwCodeError, verifyCode, wrongCodeMessage } from "./verify-code.ts";
import { renderVerifyPage } from "./verify-forms.ts";

const path = "/account/verify";

/** The audience that the page is for, and what the page needs from the platform. */
interface VerifyPage {
  audience: Audience;
  deps: PeopleDeps;
}

function getSignedIn({ signed_in }: PageCall): SignedIn {
  return signed_in ?? throwApiError("not_signed_in");
}

async function showForm(
  database: Database,
  call: PageCall,
  { audience, errors = [] }: Pick<VerifyPage, "audience"> & { errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const signedIn = getSignedIn(call);
  const { csrf_token, account_id } = signedIn;
  const factors = await listFactors(database, account_id);
  const body = renderVerifyPage({ factors, audience, returnTo: getReturnPath(call), csrf_token }, errors);
  const title = errors.length > 0 ? "Error: Confirm that it's you" : "Confirm that it's you";
  const status = errors.length > 0 ? 422 : 200;
  return { status, html: renderPage({ title, nonce: call.nonce, signedIn, body }) };
}

/** Check the entered password of the signed-in person. @returns the form's error, or null if the password is right */
async function checkOwnPassword(
  database: Database,
  call: PageCall,
  deps: PeopleDeps,
): Promise<FieldError | null> {
  const password = call.form.get("password") ?? "";
  if (password === "") return buildFormError("password", "required", signInMessages.password);
  const matches = await verifyOwnPassword(
    database,
    { signed_in: getSignedIn(call), password, device: getDevice(call) },
    deps,
  );
  return matches ? null : buildFormError("password", "not_allowed", "This is not your password.");
}

/** Check the entered code of the signed-in person. @returns the form's error, or null if the code is right */
async function checkOwnCode(
  database: Database,
  call: PageCall,
  deps: PeopleDeps,
): Promise<FieldError | null> {
  const code = (call.form.get("code") ?? "").trim();
  if (code === "") return buildFormError("code", "required", missingCodeMessage);
  const { account_id: id, email } = getSignedIn(call);
  const result = await database.transaction((tx) =>
    verifyCode(tx, { id, email }, { code, client: getDevice(call) }, deps),
  );
  if (result.ok) return null;
  if (result.reason === "wait") throwCodeError(result);
  return buildFormError("code", "not_allowed", wrongCodeMessage);
}

async function postForm(database: Database, call: PageCall, page: VerifyPage): Promise<PageResponse> {
  const check = call.form.has("code") ? checkOwnCode : checkOwnPassword;
  const error = await check(database, call, page.deps);
  if (error !== null) return showForm(database, call, { ...page, errors: [error] });
  await setSessionVerified(database, getSignedIn(call).session_hash, new Date(page.deps.clock.now()));
  return { redirect: getReturnPath(call) };
}

function buildPages(page: VerifyPage): PageRoute[] {
  const commonFields = { host: page.audience, visitor: "account", path } as const;
  return [
    { ...commonFields, method: "GET", handle: (database, call) => showForm(database, call, page) },
    {
      ...commonFields,
      method: "POST",
      throttle: "passwords",
      handle: (database, call) => postForm(database, call, page),
    },
  ];
}

/** Create the page where a signed-in person proves once more who they are, on the admin's and the partners' origin. */
export function createVerifyPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages({ audience: "admin", deps }), ...buildPages({ audience: "partners", deps })];
}
