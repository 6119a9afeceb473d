import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { consentLifetimeMs } from "./consent-token.ts";
import { assertErrorPage, countCodes, getConsentToken, submitConsentForm } from "./testing/consent-page.ts";
import {
  buildAuthorizeQuery,
  createInstallFixture,
  createSignedInAccount,
  createTestStore,
  getHtmlPage,
  type InstallFixture,
  redirectUri,
} from "./testing/install-fixture.ts";

let fixture: InstallFixture;
let otherStore: Store;
let stranger: SignedIn;

before(async () => {
  fixture = await createInstallFixture();
  otherStore = await createTestStore(fixture, fixture.owner, "second");
  stranger = await createSignedInAccount(fixture.database, "stranger@shops.test");
});
after(() => fixture.stop());

beforeEach(() => fixture.database.query("delete from authorization_codes"));

test("P34 a consent token is valid only for the session and store it was created for", async () => {
  const form = { consent: await getConsentToken(fixture), decision: "approve" };
  assertErrorPage(
    await submitConsentForm(fixture, form, { signed_in: { ...stranger, role: "owner" } }),
    400,
    /not valid/,
  );
  const otherSession = { ...fixture.owner, session_hash: Buffer.alloc(32, 7) };
  assertErrorPage(await submitConsentForm(fixture, form, { signed_in: otherSession }), 400, /not valid/);
  assertErrorPage(await submitConsentForm(fixture, form, { store: otherStore }), 400, /not valid/);
  assert.equal(await countCodes(fixture), 0);
});

test("P33 a changed, truncated or forged consent token creates no code", async () => {
  const validToken = await getConsentToken(fixture);
  const [body = "", signature = ""] = validToken.split(".");
  const validClaims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  const forgedClaims = [
    { scopes: ["write_store"] },
    { redirect_uri: "https://evil.dev" },
    { state: "x" },
    { app_id: 0 },
  ];
  const forgedBodies = forgedClaims.map((claim) =>
    Buffer.from(JSON.stringify({ ...validClaims, ...claim })).toString("base64url"),
  );
  const invalidTokens = [
    "",
    ".",
    body,
    `${body}.`,
    `.${signature}`,
    `${body}.${signature.slice(1)}`,
    ...forgedBodies.map((forgedBody) => `${forgedBody}.${signature}`),
  ];
  // Each of these tokens has one changed character. Only every eleventh character is changed, to keep the test fast.
  for (let index = 0; index < validToken.length; index += 11)
    invalidTokens.push(
      `${validToken.slice(0, index)}${validToken[index] === "A" ? "B" : "A"}${validToken.slice(index + 1)}`,
    );
  for (const token of invalidTokens)
    if (token !== validToken)
      assertErrorPage(
        await submitConsentForm(fixture, { consent: token, decision: "approve" }),
        400,
        /not valid/,
      );
  assertErrorPage(await submitConsentForm(fixture, { decision: "approve" }), 400, /not valid/);
  assertErrorPage(await submitConsentForm(fixture, { consent: validToken }), 400, /not valid/);
  assert.equal(await countCodes(fixture), 0);
});

test("P33 one consent form creates only one code, even if it is sent 16 times at once", async () => {
  const form = { consent: await getConsentToken(fixture), decision: "approve" };
  const responses = await Promise.all(Array.from({ length: 16 }, () => submitConsentForm(fixture, form)));
  assert.equal(responses.filter((response) => "redirect" in response).length, 1);
  for (const response of responses) if (!("redirect" in response)) assert.equal(response.status, 409);
  // A dot and text after the signature are ignored, so this token is valid, but it belongs to the same form.
  const extendedForm = { ...form, consent: `${form.consent}.x` };
  assertErrorPage(await submitConsentForm(fixture, extendedForm), 409, /already approved this request/);
  assert.equal(await countCodes(fixture), 1);
});

test("a consent form older than ten minutes is rejected with a link to the same authorize request", async () => {
  const parameters = { state: "s 1", scope: "read_orders" };
  const expiredToken = await getConsentToken(fixture, parameters);
  fixture.clock.advance(consentLifetimeMs);
  const response = await submitConsentForm(fixture, { consent: expiredToken, decision: "approve" });
  assertErrorPage(response, 400, /has expired/);
  const link = /href="(\/demo\/oauth\/authorize[^"]+)"/.exec(getHtmlPage(response).html)?.[1] ?? "";
  const linkParameters = [...new URL(link.replaceAll("&amp;", "&"), "http://x").searchParams];
  assert.deepEqual(
    Object.fromEntries(linkParameters),
    Object.fromEntries(buildAuthorizeQuery(fixture, parameters)),
  );
  assert.equal(await countCodes(fixture), 0);
});

test("approval is rejected if the app's redirect URL changed after the consent page was shown", async () => {
  const { database, app } = fixture;
  const form = { consent: await getConsentToken(fixture), decision: "approve" };
  await database.query("update apps set redirection_urls = '{https://moved.dev/}' where id = $1", [app.id]);
  assertErrorPage(await submitConsentForm(fixture, form), 400, /not registered/);
  await database.query("update apps set redirection_urls = $2 where id = $1", [app.id, [redirectUri]]);
  assert.equal(await countCodes(fixture), 0);
});
