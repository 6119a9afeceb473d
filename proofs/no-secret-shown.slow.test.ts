import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  consoleCall,
  installApp,
  recordingReceiver,
  registerApp,
  seedStore,
  type TestPlatform,
  testPassword,
  testPlatform,
} from "@souk/testkit";

/** Dump every text of every table, bytes as hexadecimal digits. */
async function dumpDatabase({ database }: TestPlatform): Promise<string> {
  const rows = await database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const parts: string[] = [];
  for (const { name } of rows) {
    const texts = await database.many<{ text: string }>(`select r::text as text from ${name} r`);
    parts.push(...texts.map(({ text }) => text));
  }
  return parts.join("\n");
}

function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("hex"),
    bytes.toString("base64").replaceAll("=", ""),
    encodeURIComponent(secret),
  ];
}

function assertNowhere(secrets: ReadonlyMap<string, string>, place: string, text: string): void {
  for (const [name, secret] of secrets) {
    assert.ok(secret.length >= 16, `${name} is "${secret}"`);
    for (const form of forms(secret)) assert.equal(text.includes(form), false, `${name} stands in ${place}`);
  }
}

function cookieSecret(cookies: string | undefined): string {
  return /=([^;]{20,})/.exec(cookies ?? "")?.[1] ?? assert.fail("no session cookie");
}

test("P39 no issued secret is in the database, a log line or the body of an error", async () => {
  const [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  const secrets = new Map<string, string>([["the password", testPassword]]);
  const keep = (name: string, secret: string) => void secrets.set(name, secret);
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const store = await seedStore(testing, { products: 2 });
  const { browser } = store.owner;
  const console = `${store.host_url}/api/console`;

  const app = await registerApp(testing, receiver.url);
  keep("the client secret", app.client_secret);
  const { token } = await installApp(testing, { store, app });
  keep("the access token", token);
  keep("the merchant's session", cookieSecret(browser.cookies(new URL(adminOrigin).host)));
  keep("the partner's session", cookieSecret(app.partner.browser.cookies(new URL(partnersOrigin).host)));
  const { session } = await consoleCall<{ session: { csrf_token: string } }>(browser, [
    "GET",
    `${adminOrigin}/api/console/session.json`,
  ]);
  keep("the CSRF token", session.csrf_token);

  const rotated = await consoleCall<{ secret: { client_secret: string } }>(app.partner.browser, [
    "POST",
    `${partnersOrigin}/api/console/apps/${app.id}/secrets.json`,
  ]);
  keep("the rotated secret", rotated.secret.client_secret);
  const { custom_app } = await consoleCall<{
    custom_app: { access_token: string; client_secret: string };
  }>(browser, ["POST", `${console}/custom_apps.json`], { name: "Sheet", scopes: ["read_products"] });
  keep("the custom app's token", custom_app.access_token);
  keep("the custom app's secret", custom_app.client_secret);
  const { invitation } = await consoleCall<{ invitation: { link: string } }>(
    browser,
    ["POST", `${console}/invitations.json`],
    { email: "guest@proofs.test", role: "staff", scopes: ["read_products"] },
  );
  keep("the invitation's link", new URL(invitation.link).searchParams.get("token") ?? "");
  keep("the secret key", testing.secretKey.toString("hex"));
  keep("the secret key in base64", testing.secretKey.toString("base64").replaceAll("=", ""));

  // Every secret is sent to where it is wrong, and is not said again.
  const errors: Answer[] = [];
  for (const secret of secrets.values()) {
    const sent = [
      testing.request(`${store.origin}/api/3.0/products.json`, { token: secret.slice(0, -1) }),
      testing.request(`${store.origin}/api/3.0/products.json?sort=${encodeURIComponent(secret)}`),
      testing.request(`${store.origin}/api/3.0/products/${encodeURIComponent(secret)}.json`),
      testing.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
        method: "POST",
        json: { code: secret, client_id: app.client_id, client_secret: `${secret}x` },
      }),
      testing.request(`${adminOrigin}/api/console/session.json`, {
        method: "POST",
        headers: { origin: adminOrigin, "sec-fetch-site": "same-origin" },
        json: { session: { email: store.owner.email, password: `${secret}x` } },
      }),
      testing.request(`${adminOrigin}/sign-up/invitation?token=${encodeURIComponent(secret)}x`),
    ];
    errors.push(...(await Promise.all(sent)));
  }
  assert.ok(errors.every(({ status }) => status >= 400 && status < 500));
  assertNowhere(secrets, "the body of an error", errors.map(({ text }) => text).join("\n"));
  await receiver.stop();
  const dump = await dumpDatabase(testing);
  assert.ok(dump.includes(app.client_id), "the dump holds what is no secret");
  assertNowhere(secrets, "the database", dump);
  assertNowhere(secrets, "the log", JSON.stringify(testing.log.lines));
  await testing.stop();
});
