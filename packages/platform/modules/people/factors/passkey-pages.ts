import { throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { renderCsrfField } from "../../../infrastructure/pages/form.ts";
import { renderPage } from "../../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../../infrastructure/routing/call.ts";
import { html } from "../../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../../infrastructure/routing/page.ts";
import { selectAccountById } from "../account-store.ts";
import { describeDevice } from "../device-name.ts";
import { getDevice } from "../get-device.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Audience } from "../session-rules.ts";
import { setSessionVerified } from "../session-store.ts";
import { startAccountSession } from "../sign-in.ts";
import { addReturnPath, buildSignedInResponse, getReturnPath } from "../sign-in-response.ts";
import { showRecoveryCodes } from "./factor-pages.ts";
import { parseCreatedPasskey, parseUsedPasskey } from "./passkey-credential.ts";
import { type PasskeyPrompt, renderPasskeyPrompt } from "./passkey-forms.ts";
import type { ChallengeUse } from "./passkey-store.ts";
import {
  addPasskey,
  checkPasskey,
  createPasskeyOptions,
  createPromptOptions,
  removePasskey,
} from "./passkeys.ts";

/** The audience that a page is for, and what the page needs from the platform. */
interface PasskeyPage {
  audience: Audience;
  deps: PeopleDeps;
}

const rejectedMessage = "This passkey was not accepted. Try again, or use another way to sign in.";

function getSignedIn({ signed_in }: PageCall): SignedIn {
  return signed_in ?? throwApiError("not_signed_in");
}

function buildPromptPage(
  call: PageCall,
  prompt: Omit<PasskeyPrompt, "nonce" | "hiddenFields">,
): PageResponse {
  const { nonce, signed_in: signedIn } = call;
  const hiddenFields = html`<input type="hidden" name="return_to" value="${getReturnPath(call)}">${signedIn && renderCsrfField(signedIn.csrf_token)}`;
  const title = prompt.error === "" ? prompt.heading : `Error: ${prompt.heading}`;
  const body = renderPasskeyPrompt({ ...prompt, hiddenFields, nonce });
  return {
    status: prompt.error === "" ? 200 : 422,
    html: renderPage({ title, nonce, signedIn, body }),
    runsScript: true,
  };
}

async function showSignIn(database: Database, call: PageCall, page: PasskeyPage, error = "") {
  const use: ChallengeUse = { purpose: "sign_in", audience: page.audience, account_id: null };
  return buildPromptPage(call, {
    heading: "Sign in with a passkey",
    options: await createPromptOptions(database, use, page.deps),
    action: "/sign-in/passkey/verify",
    cancelPath: addReturnPath("/sign-in", getReturnPath(call)),
    error,
  });
}

/** Sign in with a passkey alone. The passkey replaces both the password and a code, because the device has verified its owner. */
async function postSignIn(database: Database, call: PageCall, page: PasskeyPage): Promise<PageResponse> {
  const { audience, deps } = page;
  const use: ChallengeUse = { purpose: "sign_in", audience, account_id: null };
  const credential = parseUsedPasskey(call.form.get("credential") ?? "");
  const accountId = credential && (await checkPasskey(database, credential, use, deps));
  if (accountId === null) return showSignIn(database, call, page, rejectedMessage);
  const session = { audience, formerSession: call.signed_in?.session_hash ?? null, device: getDevice(call) };
  return database.transaction(async (tx) => {
    const account = await selectAccountById(tx, accountId);
    return buildSignedInResponse(call, await startAccountSession(tx, account, session, deps));
  });
}

async function showVerify(database: Database, call: PageCall, page: PasskeyPage, error = "") {
  const { account_id } = getSignedIn(call);
  const use: ChallengeUse = { purpose: "verify", audience: page.audience, account_id };
  return buildPromptPage(call, {
    heading: "Confirm with a passkey that it's you",
    options: await createPromptOptions(database, use, page.deps),
    action: "/account/verify/passkey/verify",
    cancelPath: addReturnPath("/account/verify", getReturnPath(call)),
    error,
  });
}

async function postVerify(database: Database, call: PageCall, page: PasskeyPage): Promise<PageResponse> {
  const { audience, deps } = page;
  const { account_id, session_hash } = getSignedIn(call);
  const use: ChallengeUse = { purpose: "verify", audience, account_id };
  const credential = parseUsedPasskey(call.form.get("credential") ?? "");
  const accountId = credential && (await checkPasskey(database, credential, use, deps));
  if (accountId === null) return showVerify(database, call, page, rejectedMessage);
  await setSessionVerified(database, session_hash, new Date(deps.clock.now()));
  return { redirect: getReturnPath(call) };
}

async function showAdd(database: Database, call: PageCall, { audience, deps }: PasskeyPage, error = "") {
  return buildPromptPage(call, {
    heading: "Add a passkey",
    options: await createPasskeyOptions(database, getSignedIn(call), audience, deps),
    action: "/account/passkeys",
    cancelPath: "/account/security",
    error,
  });
}

async function postAdd(database: Database, call: PageCall, page: PasskeyPage): Promise<PageResponse> {
  const { audience, deps } = page;
  const credential = parseCreatedPasskey(call.form.get("credential") ?? "");
  const name = describeDevice(call.user_agent);
  const result =
    credential === null
      ? "rejected"
      : await addPasskey(database, getSignedIn(call), { credential, audience, name }, deps);
  if (result === "rejected")
    return showAdd(database, call, page, "The passkey could not be added. Try again.");
  return showRecoveryCodes(call, result, {
    done: "passkey",
    notice: "Your passkey was added. From now on, your password alone is not enough to sign in.",
  });
}

async function postRemove(database: Database, call: PageCall, { deps }: PasskeyPage): Promise<PageResponse> {
  const id = Number(call.form.get("passkey"));
  if (Number.isSafeInteger(id)) await removePasskey(database, getSignedIn(call), id, deps);
  return { redirect: "/account/security?done=passkey-removed" };
}

type PasskeyPageHandler = (database: Database, call: PageCall, page: PasskeyPage) => Promise<PageResponse>;

function buildPages(page: PasskeyPage): PageRoute[] {
  const createRoute = (
    path: string,
    visitor: PageRoute["visitor"],
    handle: PasskeyPageHandler,
  ): PageRoute => ({
    host: page.audience,
    method: "POST",
    path,
    visitor,
    throttle: "people",
    handle: (database, call) => handle(database, call, page),
  });
  const stepUpFields = { needsStepUp: true } as const;
  return [
    createRoute("/sign-in/passkey", "anyone", showSignIn),
    createRoute("/sign-in/passkey/verify", "anyone", postSignIn),
    createRoute("/account/verify/passkey", "account", showVerify),
    createRoute("/account/verify/passkey/verify", "account", postVerify),
    { ...createRoute("/account/passkeys/new", "account", showAdd), ...stepUpFields },
    { ...createRoute("/account/passkeys", "account", postAdd), ...stepUpFields },
    { ...createRoute("/account/passkeys/remove", "account", postRemove), ...stepUpFields },
  ];
}

/** Create the pages to sign in and verify with a passkey, and to add and remove passkeys, on the admin's and the partners' origin. */
export function createPasskeyPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages({ audience: "admin", deps }), ...buildPages({ audience: "partners", deps })];
}
