import assert from "node:assert/strict";
import { test } from "node:test";
import { renderVerifyPage } from "./verify-forms.ts";

/** Render the identity check of a person who came from the page `returnTo`, and return the path of its Cancel link. */
function findCancelPath(returnTo: string): string | undefined {
  const factors = { authenticatorAddedAt: null, passkeys: [], recoveryCodeCount: 0 };
  const page = renderVerifyPage({ factors, audience: "admin", returnTo, csrf_token: "token" }, []);
  return /href="([^"]*)">Cancel/.exec(String(page))?.[1];
}

test("the Cancel link of the identity check leads to the page before it, unless that page needs the check", () => {
  assert.equal(findCancelPath("/kedai/settings/people"), "/kedai/settings/people");
  assert.equal(findCancelPath("/account/authenticator"), "/account/security");
  assert.equal(findCancelPath("/kedai/oauth/authorize?client_id=souk_app_1"), "/");
});
