import type { FieldError } from "@souk/contract";
import type { Database } from "@souk/database";
import { buildFormError } from "../../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../../infrastructure/pages/layout.ts";
import type { PageCall, PageResponse, PageRoute } from "../../../infrastructure/routing/page.ts";
import { selectAccountById } from "../account-store.ts";
import { getDevice } from "../get-device.ts";
import type { PeopleDeps, SignInResult } from "../people-deps.ts";
import type { Audience } from "../session-rules.ts";
import { startAccountSession } from "../sign-in.ts";
import { addReturnPath, buildSignedInResponse, getReturnPath } from "../sign-in-response.ts";
import { missingCodeMessage, renderCodeForm, renderTooManyCodes } from "./code-forms.ts";
import { listFactors, lockAccount } from "./factor-list.ts";
import {
  countAttempt,
  deletePendingSignIn,
  findPendingAccount,
  type PendingKey,
} from "./pending-sign-ins.ts";
import { type RejectedCode, throwCodeError, verifyCode, wrongCodeMessage } from "./verify-code.ts";

const path = "/sign-in/code";

interface CodePage {
  audience: Audience;
  deps: PeopleDeps;
}

function getPendingKey({ pending_id }: PageCall, { audience, deps }: CodePage): PendingKey {
  return { pendingId: pending_id, audience, now: new Date(deps.clock.now()) };
}

function redirectToSignIn(call: PageCall): PageResponse {
  return { redirect: addReturnPath("/sign-in", getReturnPath(call)) };
}

async function showForm(
  database: Database,
  call: PageCall,
  { audience, deps, errors = [] }: CodePage & { errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const accountId = await findPendingAccount(database, getPendingKey(call, { audience, deps }));
  if (accountId === null) return redirectToSignIn(call);
  const factors = await listFactors(database, accountId);
  const csrf_token = call.signed_in?.csrf_token ?? null;
  const body = renderCodeForm({ factors, audience, returnTo: getReturnPath(call), csrf_token }, errors);
  const title = errors.length > 0 ? "Error: Enter a code" : "Enter a code";
  return { status: errors.length > 0 ? 422 : 200, html: renderPage({ title, nonce: call.nonce, body }) };
}

/** Check a code and start the session. Wrong codes are counted, so the transaction commits whatever the result is. */
async function signInWithCode(
  database: Database,
  call: PageCall,
  page: CodePage,
): Promise<SignInResult | RejectedCode | null> {
  const { audience, deps } = page;
  const key = getPendingKey(call, page);
  return database.transaction(async (tx) => {
    const accountId = await findPendingAccount(tx, key);
    if (accountId === null) return null;
    // A concurrent transaction that sets a new password ends all sessions. Without this lock, it could miss the session that is started
    // here, and this session would survive.
    // guard code-after-new-password: without it, factor-races.test.ts fails
    await lockAccount(tx, accountId);
    const pendingAccount = await countAttempt(tx, key);
    if (pendingAccount === null) return null;
    const attempt = { code: call.form.get("code") ?? "", client: getDevice(call) };
    const result = await verifyCode(tx, pendingAccount, attempt, deps);
    if (!result.ok) return result;
    await deletePendingSignIn(tx, key);
    const account = await selectAccountById(tx, pendingAccount.id);
    const formerSession = call.signed_in?.session_hash ?? null;
    return startAccountSession(tx, account, { audience, formerSession, device: getDevice(call) }, deps);
  });
}

/** Show that the person has to start over with the password, because they have entered too many wrong codes. */
function showTooManyCodes(call: PageCall): PageResponse {
  const title = "Too many wrong codes";
  const body = renderTooManyCodes(addReturnPath("/sign-in", getReturnPath(call)));
  return { status: 422, html: renderPage({ title, nonce: call.nonce, body }) };
}

async function postCode(database: Database, call: PageCall, page: CodePage): Promise<PageResponse> {
  if ((call.form.get("code") ?? "").trim() === "")
    return showForm(database, call, {
      ...page,
      errors: [buildFormError("code", "required", missingCodeMessage)],
    });
  const result = await signInWithCode(database, call, page);
  if (result === null) return redirectToSignIn(call);
  if ("account" in result) return buildSignedInResponse(call, result);
  if (result.reason === "wait") throwCodeError(result);
  if ((await findPendingAccount(database, getPendingKey(call, page))) === null) return showTooManyCodes(call);
  return showForm(database, call, {
    ...page,
    errors: [buildFormError("code", "not_allowed", wrongCodeMessage)],
  });
}

function buildPages(page: CodePage): PageRoute[] {
  const commonFields = { host: page.audience, visitor: "anyone", path } as const;
  return [
    { ...commonFields, method: "GET", handle: (database, call) => showForm(database, call, page) },
    {
      ...commonFields,
      method: "POST",
      throttle: "people",
      handle: (database, call) => postCode(database, call, page),
    },
  ];
}

/** Create the page that asks for a code after the password, on the admin's and the partners' origin. */
export function createCodePages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages({ audience: "admin", deps }), ...buildPages({ audience: "partners", deps })];
}
