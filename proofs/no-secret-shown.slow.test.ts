import assert from "node:assert/strict";
import { test } from "node:test";
import {
  callConsole,
  computeAuthenticatorCode,
  decodeAuthenticatorSecret,
  type HttpResponse,
  installApp,
  type Person,
  registerApp,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";

/** Return every row of every table as text. */
async function dumpDatabase({ database }: TestPlatform): Promise<string> {
  const rows = await database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const rowTexts: string[] = [];
  for (const { name } of rows) {
    const texts = await database.many<{ text: string }>(`select r::text as text from ${name} r`);
    rowTexts.push(...texts.map(({ text }) => text));
  }
  return rowTexts.join("\n");
}

function listEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("hex"),
    bytes.toString("base64").replaceAll("=", ""),
    encodeURIComponent(secret),
  ];
}

function assertNoSecrets(secrets: ReadonlyMap<string, string>, location: string, text: string): void {
  for (const [name, secret] of secrets) {
    assert.ok(secret.length >= 16, `${name} is too short: "${secret}"`);
    for (const encoding of listEncodings(secret))
      assert.equal(text.includes(encoding), false, `${name} is in ${location}`);
  }
}

/** Return the names and values of a host's secret cookies, which identify the session and the device. */
function readCookies({ browser }: Person, origin: string): [string, string][] {
  const header = browser.getCookieHeader(new URL(origin).host) ?? "";
  const pairs = [...header.matchAll(/([^=;\s]+)=([^;]{20,})/g)];
  assert.ok(pairs.length >= 2, header);
  return pairs.map(([, name = "", value = ""]) => [`the cookie ${name} of ${origin}`, value]);
}

/** Return the token of the newest link to a page in the emails that a development server shows at `/mail`. */
async function readEmailedToken({ browser }: Person, adminOrigin: string, page: string): Promise<string> {
  const { text } = await browser.open(`${adminOrigin}/mail`);
  return new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? assert.fail(`no link to ${page}`);
}

/** Use what account security offers: an authenticator app, recovery codes, and links by email. @returns the secrets by name */
async function createAccountSecrets(testPlatform: TestPlatform, person: Person): Promise<[string, string][]> {
  const { adminOrigin } = testPlatform.addresses;
  const { browser, email } = person;
  const securityPage = await browser.open(`${adminOrigin}/account/security`);
  const setupPage = await browser.followRedirects(
    await browser.clickButton(securityPage, "Add authenticator app"),
  );
  const secretMatch = /<code>([A-Z2-7 ]{20,})<\/code>/.exec(setupPage.text);
  const secret = secretMatch?.[1]?.replaceAll(" ", "") ?? assert.fail();
  const code = computeAuthenticatorCode(secret);
  const codesPage = await browser.clickButton(setupPage, "Add authenticator app", { code });
  const recoveryCodes = [...codesPage.text.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(
    ([, recoveryCode = ""]) => recoveryCode,
  );
  assert.equal(recoveryCodes.length, 10);
  const forgotPasswordPage = await testPlatform.browser().open(`${adminOrigin}/forgot-password`);
  await testPlatform.browser().clickButton(forgotPasswordPage, "Email me a link", { email });
  const account = { email: "new@proofs.test", password: testPassword };
  const url = `${adminOrigin}/api/console/accounts.json`;
  assert.equal((await testPlatform.browser().call("POST", url, { account })).status, 200);
  return [
    ["the secret of the authenticator app", secret],
    ["the authenticator app's secret as hex", decodeAuthenticatorSecret(secret).toString("hex")],
    ...recoveryCodes.map((recoveryCode, n): [string, string] => [`recovery code ${n}`, recoveryCode]),
    ["the link for a new password", await readEmailedToken(person, adminOrigin, "reset-password")],
    ["the link to verify an address", await readEmailedToken(person, adminOrigin, "verify-email")],
  ];
}

test("P39: no issued secret is in the database, a log line or an error response", async () => {
  const [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  const secrets = new Map<string, string>([["the password", testPassword]]);
  const addSecret = (name: string, secret: string) => void secrets.set(name, secret);
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const store = await seedStore(testPlatform, { products: 2 });
  const { browser } = store.owner;
  const consoleUrl = `${store.host_url}/api/console`;

  const app = await registerApp(testPlatform, receiver.url);
  addSecret("the client secret", app.client_secret);
  const { token } = await installApp(testPlatform, { store, app });
  addSecret("the access token", token);
  for (const [person, origin] of [
    [store.owner, adminOrigin],
    [app.partner, partnersOrigin],
  ] as const)
    for (const [name, cookie] of readCookies(person, origin)) addSecret(name, cookie);
  const { session } = await callConsole<{ session: { csrf_token: string } }>(browser, [
    "GET",
    `${adminOrigin}/api/console/session.json`,
  ]);
  addSecret("the CSRF token", session.csrf_token);

  const rotationResponse = await callConsole<{ secret: { client_secret: string } }>(app.partner.browser, [
    "POST",
    `${partnersOrigin}/api/console/apps/${app.id}/secrets.json`,
  ]);
  addSecret("the rotated secret", rotationResponse.secret.client_secret);
  const { custom_app } = await callConsole<{
    custom_app: { access_token: string; client_secret: string };
  }>(browser, ["POST", `${consoleUrl}/custom_apps.json`], { name: "Sheet", scopes: ["read_products"] });
  addSecret("the custom app's token", custom_app.access_token);
  addSecret("the custom app's secret", custom_app.client_secret);
  const { invitation } = await callConsole<{ invitation: { link: string } }>(
    browser,
    ["POST", `${consoleUrl}/invitations.json`],
    { email: "guest@proofs.test", role: "custom", rights: ["products.view"] },
  );
  addSecret("the invitation's link", new URL(invitation.link).searchParams.get("token") ?? "");
  for (const [name, secret] of await createAccountSecrets(testPlatform, store.owner)) addSecret(name, secret);
  addSecret("the secret key", testPlatform.secretKey.toString("hex"));
  addSecret("the secret key in base64", testPlatform.secretKey.toString("base64").replaceAll("=", ""));

  // Send every secret in requests that fail. The error responses must not contain the secret.
  const errorResponses: HttpResponse[] = [];
  for (const secret of secrets.values()) {
    const requests = [
      testPlatform.request(`${store.origin}/api/3.0/products.json`, { token: secret.slice(0, -1) }),
      testPlatform.request(`${store.origin}/api/3.0/products.json?sort=${encodeURIComponent(secret)}`),
      testPlatform.request(`${store.origin}/api/3.0/products/${encodeURIComponent(secret)}.json`),
      testPlatform.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
        method: "POST",
        json: { code: secret, client_id: app.client_id, client_secret: `${secret}x` },
      }),
      testPlatform.request(`${adminOrigin}/api/console/session.json`, {
        method: "POST",
        headers: { origin: adminOrigin, "sec-fetch-site": "same-origin" },
        json: { session: { email: store.owner.email, password: `${secret}x` } },
      }),
      ...["sign-up/invitation", "reset-password", "verify-email"].map((page) =>
        testPlatform.request(`${adminOrigin}/${page}?token=${encodeURIComponent(secret)}x`),
      ),
    ];
    errorResponses.push(...(await Promise.all(requests)));
  }
  assert.ok(errorResponses.every(({ status }) => status >= 400 && status < 500));
  assertNoSecrets(secrets, "an error response", errorResponses.map(({ text }) => text).join("\n"));
  await receiver.stop();
  const dump = await dumpDatabase(testPlatform);
  assert.ok(dump.includes(app.client_id), "the dump lacks the client ID, which is not secret");
  assertNoSecrets(secrets, "the database", dump);
  assertNoSecrets(secrets, "the log", JSON.stringify(testPlatform.log.lines));
  await testPlatform.stop();
});
