import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  createFakeClock,
  type FakeClock,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { deleteOldDevices } from "./device-store.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
let origin: string;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
  origin = testPlatform.addresses.adminOrigin;
});
after(() => testPlatform.stop());

async function signIn(email: string, browser: Browser = testPlatform.browser()): Promise<Browser> {
  clock.advance(3_000);
  const url = `${origin}/api/console/session.json`;
  const response = await browser.call("POST", url, { email, password: testPassword });
  assert.equal(response.status, 200, response.text);
  return browser;
}

async function countNewDeviceEmails(email: string): Promise<number> {
  const text = "select count(*) as count from mails where recipient = $1 and kind = 'new_device'";
  return (await testPlatform.database.one<{ count: number }>(text, [email])).count;
}

test("only a sign-in on a new device sends an email, with the device, the IP address and a link", async () => {
  const { email, browser } = await signUp(testPlatform, "admin");
  await browser.call("DELETE", `${origin}/api/console/session.json`);
  await signIn(email, browser);
  assert.equal(await countNewDeviceEmails(email), 0);
  const otherBrowser = await signIn(email);
  assert.equal(await countNewDeviceEmails(email), 1);
  await signIn(email, otherBrowser);
  assert.equal(await countNewDeviceEmails(email), 1);
  const { text } = await browser.open(`${origin}/mail`);
  for (const part of [
    "New sign-in to your account",
    "Unknown device",
    "127.0.0.1",
    `${origin}/account/security`,
  ])
    assert.ok(text.includes(part), part);
  assert.match((await otherBrowser.open(`${origin}/account/security`)).text, /Signed in on a new device/);
});

test("an account created by the operator gets an email for its second device, not for its first device", async () => {
  const person = await signUp(testPlatform, "admin");
  // An account that the operator created has no device until its first sign-in.
  await testPlatform.database.query(
    "delete from account_devices where account_id = (select id from accounts where email = $1)",
    [person.email],
  );
  await signIn(person.email);
  assert.equal(await countNewDeviceEmails(person.email), 0);
  await signIn(person.email);
  assert.equal(await countNewDeviceEmails(person.email), 1);
});

test("scripts cannot read the device cookie, other hosts do not get it, and the database has only its hash", async () => {
  const person = await signUp(testPlatform, "admin");
  const cookies = person.browser.getCookieHeader(new URL(origin).host) ?? "";
  const deviceId = /__Host-souk_device=([\w-]{43})/.exec(cookies)?.[1] ?? assert.fail(cookies);
  const rows = await testPlatform.database.many(
    "select encode(device_hash, 'base64') as hash from account_devices",
  );
  assert.ok(!JSON.stringify(rows).includes(deviceId));
  const url = `${origin}/api/console/session.json`;
  const json = { email: person.email, password: testPassword };
  const response = await testPlatform.browser().call("POST", url, json);
  const setCookie = response.headers["set-cookie"]?.find((cookie) =>
    cookie.startsWith("__Host-souk_device="),
  );
  assert.match(setCookie ?? "", /; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
});

test("a made-up device cookie is replaced, and its device counts as new", async () => {
  const { email } = await signUp(testPlatform, "admin");
  const response = await testPlatform.request(`${origin}/api/console/session.json`, {
    method: "POST",
    json: { email, password: testPassword },
    headers: { origin, "sec-fetch-site": "same-origin", cookie: "__Host-souk_device=short" },
  });
  assert.equal(response.status, 200, response.text);
  assert.doesNotMatch(String(response.headers["set-cookie"]), /souk_device=short/);
  assert.equal(await countNewDeviceEmails(email), 1);
});

test("an account has at most 50 devices, and a device is forgotten after 400 days", async () => {
  const { email } = await signUp(testPlatform, "admin");
  const insertText = `insert into account_devices (account_id, device_hash, created_at, seen_at)
    select id, sha256(n::text::bytea), $2::timestamptz - n * interval '1 day', $2::timestamptz - n * interval '1 day'
    from accounts, generate_series(1, 60) n where email = $1`;
  await testPlatform.database.query(insertText, [email, new Date(clock.now())]);
  await signIn(email);
  const countText = `select count(*) as count from account_devices
    where account_id = (select id from accounts where email = $1)`;
  const countDevices = async () =>
    (await testPlatform.database.one<{ count: number }>(countText, [email])).count;
  assert.equal(await countDevices(), 50);
  assert.equal(await deleteOldDevices(testPlatform.database, new Date(clock.now())), 0);
  await deleteOldDevices(testPlatform.database, new Date(clock.now() + 401 * 86_400_000));
  assert.equal(await countDevices(), 0);
});
