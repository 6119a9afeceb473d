import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import type { ApiError } from "@souk/contract";
import { extractText } from "@souk/testkit";
import {
  approve,
  approveAndGetCode,
  authorizePath,
  buildAuthorizeQuery,
  createInstallFixture,
  exchange,
  getHtmlPage,
  type InstallFixture,
  visit,
} from "./testing/install-fixture.ts";

// The verifier and challenge of RFC 7636, appendix B.
const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const challenge = { code_challenge, code_challenge_method: "S256" };

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
});
after(() => fixture.stop());

beforeEach(async () => {
  for (const table of ["access_tokens", "authorization_codes", "installations"])
    await fixture.database.query(`delete from ${table}`);
  await fixture.database.query("update apps set requires_pkce = false");
});

async function readProblem(parameters: Record<string, string>): Promise<string> {
  const page = await visit(fixture, authorizePath, { query: buildAuthorizeQuery(fixture, parameters) });
  const { status, html } = getHtmlPage(page);
  assert.equal(status, 400);
  return extractText(html);
}

const expectVerifierError =
  (code: string) =>
  ({ code: errorCode, details }: ApiError): boolean => {
    assert.deepEqual(
      [errorCode, details?.fields?.map((field) => [field.path, field.code])],
      ["invalid", [["code_verifier", code]]],
    );
    return true;
  };

test("a code with a PKCE challenge can be redeemed only with its verifier, even after wrong ones", async () => {
  assert.equal(createHash("sha256").update(code_verifier).digest("base64url"), code_challenge);
  const code = await approveAndGetCode(fixture, challenge);
  await assert.rejects(exchange(fixture, code), expectVerifierError("required"));
  const wrongVerifiers = ["a".repeat(43), code_challenge, `${code_verifier}a`];
  for (const wrongVerifier of wrongVerifiers)
    await assert.rejects(
      exchange(fixture, code, { code_verifier: wrongVerifier }),
      expectVerifierError("not_allowed"),
    );
  const { access_token } = await exchange(fixture, code, { code_verifier });
  assert.match(access_token, /^souk_/);
  await assert.rejects(exchange(fixture, code, { code_verifier }), { code: "code_already_redeemed" });
});

test("a wrong client secret is reported before the PKCE verifier is compared", async () => {
  const code = await approveAndGetCode(fixture, challenge);
  const wrongClient = { client_secret: "wrong", code_verifier: "a".repeat(43) };
  await assert.rejects(exchange(fixture, code, wrongClient), { code: "client_not_granted" });
});

test("a PKCE verifier is rejected if the authorize request had no challenge", async () => {
  const code = await approveAndGetCode(fixture);
  await assert.rejects(exchange(fixture, code, { code_verifier }), expectVerifierError("not_allowed"));
  await exchange(fixture, code);
});

test("an authorize request with an invalid PKCE challenge or a method other than S256 is rejected", async () => {
  const invalidRequests = [
    { code_challenge },
    { code_challenge, code_challenge_method: "plain" },
    { code_challenge_method: "S256" },
    { ...challenge, code_challenge: "" },
    { ...challenge, code_challenge: code_challenge.slice(1) },
    { ...challenge, code_challenge: `${code_challenge.slice(1)}=` },
  ];
  for (const parameters of invalidRequests)
    assert.match(await readProblem(parameters as Record<string, string>), /code_challenge/);
});

test("an app that requires PKCE gets no consent page without a PKCE challenge", async () => {
  await fixture.database.query("update apps set requires_pkce = true where id = $1", [fixture.app.id]);
  assert.match(await readProblem({}), /Stock Sync requires PKCE/);
  const code = await approveAndGetCode(fixture, challenge);
  await exchange(fixture, code, { code_verifier });
});

test("an open consent form without a PKCE challenge is rejected once the app requires PKCE", async () => {
  const page = await visit(fixture, authorizePath, { query: buildAuthorizeQuery(fixture) });
  const consent = /name="consent" value="([^"]+)"/.exec(getHtmlPage(page).html)?.[1] ?? "";
  await fixture.database.query("update apps set requires_pkce = true where id = $1", [fixture.app.id]);
  const form = { consent, decision: "approve" };
  const response = getHtmlPage(await visit(fixture, authorizePath, { method: "POST", form }));
  assert.equal(response.status, 400);
  assert.ok("redirect" in (await approve(fixture, challenge)));
});

test("the successful use of a client secret is recorded at most once an hour", async () => {
  const loadLastUse = async () =>
    (await fixture.database.one<{ at: Date | null }>("select last_used_at as at from app_secrets")).at;
  const firstUse = await loadLastUse();
  fixture.clock.advance(3_600_001);
  await exchange(fixture, await approveAndGetCode(fixture));
  const secondUse = await loadLastUse();
  assert.deepEqual(secondUse, new Date(fixture.clock.now()));
  assert.notDeepEqual(firstUse, secondUse);
  fixture.clock.advance(60_000);
  await exchange(fixture, await approveAndGetCode(fixture));
  assert.deepEqual(await loadLastUse(), secondUse);
  fixture.clock.advance(3_600_000);
  await assert.rejects(exchange(fixture, await approveAndGetCode(fixture), { client_secret: "wrong" }));
  assert.deepEqual(await loadLastUse(), secondUse);
});
