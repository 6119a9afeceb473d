import assert from "node:assert/strict";
import { extractText } from "@souk/testkit";
import type { PageResponse } from "../../../infrastructure/routing/page.ts";
import {
  authorizePath,
  buildAuthorizeQuery,
  type InstallFixture,
  readConsentToken,
  type Visit,
  visit,
} from "./install-fixture.ts";

/** Count the authorization codes of all apps. */
export async function countCodes({ database }: InstallFixture): Promise<number> {
  const row = await database.one<{ count: number }>("select count(*) as count from authorization_codes");
  return row.count;
}

/** Submit the form of the consent page. */
export function submitConsentForm(
  fixture: InstallFixture,
  form: Record<string, string>,
  overrides: Visit = {},
): Promise<PageResponse> {
  return visit(fixture, authorizePath, { ...overrides, method: "POST", form });
}

/** Open the consent page of an authorize request with these parameters, and return the token in its form. */
export async function getConsentToken(
  fixture: InstallFixture,
  parameters: Record<string, string> = {},
): Promise<string> {
  const query = buildAuthorizeQuery(fixture, parameters);
  return readConsentToken(await visit(fixture, authorizePath, { query }));
}

/** Assert that the response is an error page with this status and text, without a redirect or a consent form. */
export function assertErrorPage(response: PageResponse, status: number, message: RegExp): void {
  assert.ok("html" in response, "the response is not a page");
  assert.equal(response.status, status);
  assert.equal(response.refreshTo, undefined);
  assert.doesNotMatch(response.html, /name="consent"/);
  assert.match(extractText(response.html), message);
}
