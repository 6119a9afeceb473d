import { type FieldError, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { buildFormError, getFieldErrorsOrRethrow } from "../../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../../infrastructure/routing/call.ts";
import type { Html } from "../../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../../infrastructure/routing/page.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Audience } from "../session-rules.ts";
import {
  confirmAuthenticatorSetup,
  findAuthenticatorSetup,
  removeAuthenticator,
  startAuthenticatorSetup,
} from "./authenticator.ts";
import { createNewRecoveryCodes } from "./change-factors.ts";
import { missingCodeMessage } from "./code-forms.ts";
import { renderAuthenticatorSetup, renderNewRecoveryCodes } from "./factor-forms.ts";

const securityPath = "/account/security";

function getSignedIn({ signed_in }: PageCall): SignedIn {
  return signed_in ?? throwApiError("not_signed_in");
}

function buildPage(
  { nonce, signed_in: signedIn }: PageCall,
  title: string,
  { status, body }: { status: number; body: Html },
): PageResponse {
  return {
    status,
    html: renderPage({ title: status === 422 ? `Error: ${title}` : title, nonce, signedIn, body }),
  };
}

/**
 * Show new recovery codes with a notice, or redirect to account security if there are no codes to show.
 * @param result.done the name of what was done, from which the page of account security chooses its message
 */
export function showRecoveryCodes(
  call: PageCall,
  codes: readonly string[] | null,
  result: { done: string; notice: string },
): PageResponse {
  if (codes === null) return { redirect: `${securityPath}?done=${result.done}` };
  return buildPage(call, "Save your recovery codes", {
    status: 200,
    body: renderNewRecoveryCodes(codes, result.notice),
  });
}

async function showSetup(
  database: Database,
  call: PageCall,
  { deps, errors = [] }: { deps: PeopleDeps; errors?: readonly FieldError[] },
): Promise<PageResponse> {
  const signedIn = getSignedIn(call);
  const setup = await findAuthenticatorSetup(database, signedIn, deps);
  if (setup === null) return { redirect: securityPath };
  const body = renderAuthenticatorSetup(setup, signedIn.csrf_token, errors);
  return buildPage(call, "Add an authenticator app", { status: errors.length > 0 ? 422 : 200, body });
}

async function postSetup(database: Database, call: PageCall, deps: PeopleDeps): Promise<PageResponse> {
  const code = (call.form.get("code") ?? "").trim();
  if (code === "")
    return showSetup(database, call, {
      deps,
      errors: [buildFormError("code", "required", missingCodeMessage)],
    });
  try {
    const codes = await confirmAuthenticatorSetup(database, getSignedIn(call), code, deps);
    const notice = "Your authenticator app was added. From now on, you need a code to sign in.";
    return showRecoveryCodes(call, codes, { done: "authenticator", notice });
  } catch (error) {
    return showSetup(database, call, { deps, errors: getFieldErrorsOrRethrow(error) });
  }
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const commonFields = { host: audience, visitor: "account", needsStepUp: true } as const;
  const setupFields = { ...commonFields, path: "/account/authenticator" } as const;
  return [
    {
      ...commonFields,
      method: "POST",
      path: "/account/authenticator/setup",
      handle: async (database, call) => {
        await database.transaction((tx) => startAuthenticatorSetup(tx, getSignedIn(call), deps));
        return { redirect: setupFields.path };
      },
    },
    { ...setupFields, method: "GET", handle: (database, call) => showSetup(database, call, { deps }) },
    {
      ...setupFields,
      method: "POST",
      throttle: "people",
      handle: (database, call) => postSetup(database, call, deps),
    },
    {
      ...commonFields,
      method: "POST",
      path: "/account/authenticator/remove",
      handle: async (database, call) => {
        await removeAuthenticator(database, getSignedIn(call), deps);
        return { redirect: `${securityPath}?done=authenticator-removed` };
      },
    },
    {
      ...commonFields,
      method: "POST",
      path: "/account/recovery-codes",
      handle: async (database, call) => {
        const codes = await createNewRecoveryCodes(database, getSignedIn(call), deps);
        return showRecoveryCodes(call, codes, { done: "", notice: "Your former codes no longer work." });
      },
    },
  ];
}

/** Create the pages to add and remove an authenticator app and to create recovery codes, on the admin's and the partners' origin. */
export function createFactorPages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
