import { type FieldError, operations, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import { listAccountEvents, recordSecurityEvent } from "../security/index.ts";
import { listFactors } from "./factors/factor-list.ts";
import { getDevice } from "./get-device.ts";
import { passwordMessages, renderSecurityPage } from "./password-forms.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import { deleteSessionOfAccount } from "./session-store.ts";
import { endAllSessions, listSessions } from "./sessions.ts";
import { changePassword } from "./set-password.ts";

const path = "/account/security";
/** The number of security events that the page shows. */
const latestCount = 10;
const { password } = operations.adminSignUp.body.properties;
const changeSchema = {
  type: "object",
  properties: { current_password: { type: "string", minLength: 1 }, password },
  required: ["current_password", "password"],
};

/** The sentences about what was just done, by the value of the parameter `done`. */
const notices: Readonly<Record<string, string>> = {
  authenticator: "Your authenticator app was added.",
  "authenticator-removed": "Your authenticator app was removed.",
  passkey: "Your passkey was added.",
  "passkey-removed": "Your passkey was removed.",
  password: "Your password was changed. Your other devices were signed out.",
  session: "The device was signed out.",
  others: "All other devices were signed out.",
};

function getSignedIn({ signed_in }: PageCall): SignedIn {
  return signed_in ?? throwApiError("not_signed_in");
}

async function showPage(
  database: Database,
  call: PageCall,
  { deps, errors = [] }: { deps: PeopleDeps; errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const signedIn = getSignedIn(call);
  const { account_id, csrf_token, session_hash, must_add_factor } = signedIn;
  const factors = await listFactors(database, account_id);
  const sessions = await listSessions(database, account_id, new Date(deps.clock.now()));
  const latestEvents = await listAccountEvents(database, account_id, { before: null, limit: latestCount });
  const done = call.query.findLast(([name]) => name === "done")?.[1] ?? "";
  const notice = errors.length > 0 ? "" : (notices[done] ?? "");
  const body = renderSecurityPage(
    {
      csrf_token,
      sessions,
      currentSession: session_hash,
      latestEvents,
      notice,
      factors,
      mustAddFactor: must_add_factor,
    },
    errors,
  );
  const title = errors.length > 0 ? "Error: Account security" : "Account security";
  const html = renderPage({ title, nonce: call.nonce, signedIn, body, wide: true });
  return { status: errors.length > 0 ? 422 : 200, html };
}

async function postPassword(database: Database, call: PageCall, deps: PeopleDeps): Promise<PageResponse> {
  const { form } = call;
  const input = {
    current_password: form.get("current_password") ?? "",
    password: form.get("password") ?? "",
  };
  const errors = checkForm(changeSchema, input, passwordMessages);
  if (errors.length > 0) return showPage(database, call, { deps, errors });
  try {
    const change = { signed_in: getSignedIn(call), input, device: getDevice(call) };
    await changePassword(database, change, deps);
  } catch (error) {
    return showPage(database, call, { deps, errors: getFieldErrorsOrRethrow(error) });
  }
  return { redirect: `${path}?done=password` };
}

async function postEndSession(database: Database, call: PageCall): Promise<PageResponse> {
  const { account_id, session_hash } = getSignedIn(call);
  const session = call.form.get("session") ?? "";
  if (session === "others") {
    await database.transaction(async (tx) => {
      await endAllSessions(tx, account_id, session_hash);
      await recordSecurityEvent(tx, { kind: "other_sessions_ended", account_id });
    });
    return { redirect: `${path}?done=others` };
  }
  await database.transaction(async (tx) => {
    const key = { account_id, id_hash: Buffer.from(session, "hex") };
    // A session that has ended meanwhile needs no error.
    if (await deleteSessionOfAccount(tx, key))
      await recordSecurityEvent(tx, { kind: "session_ended", account_id });
  });
  return { redirect: `${path}?done=session` };
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const commonFields = { host: audience, visitor: "account" } as const;
  return [
    { ...commonFields, method: "GET", path, handle: (database, call) => showPage(database, call, { deps }) },
    {
      ...commonFields,
      method: "POST",
      path: "/account/password",
      throttle: "passwords",
      handle: (database, call) => postPassword(database, call, deps),
    },
    { ...commonFields, method: "POST", path: "/account/sessions/end", handle: postEndSession },
    {
      ...commonFields,
      method: "GET",
      path: "/.well-known/change-password",
      handle: async () => ({ redirect: path }),
    },
  ];
}

/** Create the page where a person changes their password and sees and ends their sessions, on the admin's and the partners' origin. */
export function createSecurityPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
