import type { Database, Queryable } from "@souk/database";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import { hasFactor } from "./factors/factor-list.ts";
import { startPendingSignIn } from "./factors/pending-sign-ins.ts";
import { getDevice } from "./get-device.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import { getSafeReturnPath } from "./return-to.ts";
import type { Audience } from "./session-rules.ts";
import {
  assertPasswordUnchanged,
  type CheckedAccount,
  recordCodeRequest,
  startAccountSession,
} from "./sign-in.ts";

/** Return the path to redirect to after signing in, from the form or the query. */
export function getReturnPath(call: PageCall): string {
  const queryValue = call.query.findLast(([name]) => name === "return_to")?.[1];
  return getSafeReturnPath(call.form.get("return_to") ?? queryValue);
}

/** Build the response that sets the cookie of the new session and redirects to the requested page. */
export function buildSignedInResponse(
  call: PageCall,
  { session_id, expires_at, device_id }: SignInResult,
): PageResponse {
  const session = { kind: "start", session_id, expires_at, device_id } as const;
  return { redirect: getReturnPath(call), session };
}

/** Add the path to return to after signing in to the path of a page. */
export function addReturnPath(path: string, returnPath: string): string {
  return returnPath === "/" ? path : `${path}?return_to=${encodeURIComponent(returnPath)}`;
}

/** A sign-in on a page, after the person has entered the right password. */
interface PasswordSignIn {
  account: CheckedAccount;
  audience: Audience;
  deps: PeopleDeps;
}

/** Start a pending sign-in for a person who has entered the right password, and redirect to the page that asks for a code. */
async function redirectToCodePage(
  tx: Queryable,
  call: PageCall,
  { account, audience, deps }: PasswordSignIn,
): Promise<PageResponse> {
  const now = new Date(deps.clock.now());
  await recordCodeRequest(tx, account, { audience, device: getDevice(call) });
  const { pending_id, expires_at } = await startPendingSignIn(
    tx,
    { account_id: account.id, audience, now },
    deps.random,
  );
  const redirect = addReturnPath("/sign-in/code", getReturnPath(call));
  return { redirect, session: { kind: "pending", pending_id, expires_at } };
}

/**
 * Continue after a person has entered the right password: start the session, or ask for a code if the account has a second factor.
 * @throws ApiError `sign_in_failed` if the password has changed meanwhile
 */
export async function continueAfterPassword(
  database: Database,
  call: PageCall,
  signIn: PasswordSignIn,
): Promise<PageResponse> {
  const { account, audience, deps } = signIn;
  const session = { audience, formerSession: call.signed_in?.session_hash ?? null, device: getDevice(call) };
  return database.transaction(async (tx) => {
    await assertPasswordUnchanged(tx, account);
    // guard code-page-after-password: without it, factors.test.ts fails
    if (await hasFactor(tx, account.id)) return redirectToCodePage(tx, call, signIn);
    return buildSignedInResponse(call, await startAccountSession(tx, account, session, deps));
  });
}
