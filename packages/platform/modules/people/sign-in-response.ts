import type { Queryable } from "@souk/database";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import { startPendingSignIn } from "./factors/pending-sign-ins.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import { getSafeReturnPath } from "./return-to.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";

/** Return the path to redirect to after signing in, from the form or the query. */
export function getReturnPath(call: PageCall): string {
  const queryValue = call.query.findLast(([name]) => name === "return_to")?.[1];
  return getSafeReturnPath(call.form.get("return_to") ?? queryValue);
}

/** Return the browser of a request, which a session records. */
export function getDevice({ user_agent, client_address }: PageCall): Device {
  return { user_agent, client_address };
}

/** Build the response that sets the cookie of the new session and redirects to the requested page, or else to the created store. */
export function buildSignedInResponse(
  call: PageCall,
  { session_id, expires_at, store }: SignInResult,
): PageResponse {
  const returnPath = getReturnPath(call);
  const redirect = returnPath === "/" && store ? `/${store.handle}` : returnPath;
  return { redirect, session: { kind: "start", session_id, expires_at } };
}

/** Build the path of a page to which the path to return to is passed on. */
export function withReturnPath(path: string, returnPath: string): string {
  return returnPath === "/" ? path : `${path}?return_to=${encodeURIComponent(returnPath)}`;
}

/** Start a pending sign-in and redirect to the page that asks for a code. */
export async function redirectToCodePage(
  db: Queryable,
  call: PageCall,
  { account, audience, deps }: { account: { id: number }; audience: Audience; deps: PeopleDeps },
): Promise<PageResponse> {
  const now = new Date(deps.clock.now());
  const { pending_id, expires_at } = await startPendingSignIn(
    db,
    { account_id: account.id, audience, now },
    deps.random,
  );
  const redirect = withReturnPath("/sign-in/code", getReturnPath(call));
  return { redirect, session: { kind: "pending", pending_id, expires_at } };
}
