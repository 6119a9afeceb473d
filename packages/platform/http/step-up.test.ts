import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations } from "@souk/contract";
import {
  createFakeClock,
  type FakeClock,
  installApp,
  type Page,
  type Person,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";

const minuteMs = 60_000;
let testPlatform: TestPlatform;
let clock: FakeClock;
let store: SeededStore;
let app: SeededApp;
let staff: Person;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
  store = await seedStore(testPlatform);
  app = await registerApp(testPlatform, "https://app.example-partner.com");
  staff = await signUpStaff(testPlatform);
});
after(() => testPlatform.stop());

const stepUpOperations: readonly Operation[] = Object.values(operations).filter(
  (operation: Operation) => operation.needsStepUp === true,
);

/** Call an operation as the store's owner, the app's partner or platform staff, with an empty body and ids that match nothing. */
function call({ surface, method, path }: Operation): Promise<Page> {
  const filledPath = path.replaceAll(/:\w+/g, "999999");
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  if (surface === "partner_console")
    return app.partner.browser.call(method, `${partnersOrigin}/api/console${filledPath}`, {});
  if (surface === "staff_console")
    return staff.browser.call(method, `${adminOrigin}/api/staff${filledPath}`, {});
  return store.owner.browser.call(method, `${adminOrigin}/${store.handle}/api/console${filledPath}`, {});
}

function createExport(resource = "customers"): Promise<Page> {
  const url = `${testPlatform.addresses.adminOrigin}/${store.handle}/api/4.0/exports.json`;
  return store.owner.browser.call("POST", url, { resource });
}

const getErrorCode = (page: Page) => page.json<{ error?: { code: string } }>().error?.code;

/** Enter the password on the page that asks for a fresh proof of identity. */
async function enterPassword(origin: string, { browser }: Person, password = testPassword) {
  const page = await browser.open(`${origin}/account/verify?return_to=%2Fsomewhere`);
  return browser.clickButton(page, "Continue", { password });
}

test("operations that expose secrets, people or rights require a proof of identity from the last 15 minutes", async () => {
  assert.deepEqual(stepUpOperations.map(({ id }) => id).sort(), [
    "apps.revoke_secret",
    "apps.rotate_secret",
    "apps.switch_secret",
    "custom_apps.create",
    "custom_apps.regenerate_token",
    "invitations.create",
    "invitations.resend",
    "members.make_owner",
    "members.update",
    "staff_accounts.end_sessions",
    "staff_accounts.send_password_reset",
    "staff_apps.lift",
    "staff_apps.set_fulfillment_url",
    "staff_apps.suspend",
    "staff_partners.lift",
    "staff_partners.suspend",
    "staff_stores.lift",
    "staff_stores.suspend",
  ]);
  for (const operation of stepUpOperations) assert.ok([404, 422].includes((await call(operation)).status));
  assert.equal((await createExport()).status, 200);
  clock.advance(15 * minuteMs);
  for (const operation of stepUpOperations)
    assert.equal(getErrorCode(await call(operation)), "step_up_required");
  assert.equal(getErrorCode(await createExport()), "step_up_required");
  assert.equal((await createExport("products")).status, 200);
});

test("entering the password again is a proof of identity for the next 15 minutes", async () => {
  clock.advance(15 * minuteMs);
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const rejectedPage = await enterPassword(adminOrigin, store.owner, "wrong password");
  assert.deepEqual([rejectedPage.status, /This is not your password/.test(rejectedPage.text)], [422, true]);
  assert.equal(getErrorCode(await createExport()), "step_up_required");
  const acceptedPage = await enterPassword(adminOrigin, store.owner);
  assert.equal(acceptedPage.redirectTarget, `${adminOrigin}/somewhere`);
  await enterPassword(partnersOrigin, app.partner);
  await enterPassword(adminOrigin, staff);
  for (const operation of stepUpOperations) assert.ok([404, 422].includes((await call(operation)).status));
  assert.equal((await createExport()).status, 200);
  clock.advance(15 * minuteMs - 1);
  assert.equal((await createExport()).status, 200);
  clock.advance(1);
  assert.equal(getErrorCode(await createExport()), "step_up_required");
});

test("changing an app's URLs or PKCE rule, but not its name, requires a fresh proof of identity", async () => {
  await enterPassword(testPlatform.addresses.partnersOrigin, app.partner);
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  const update = async (input: object) =>
    getErrorCode(await app.partner.browser.call("PUT", url, { app: input }));
  assert.equal(await update({ requires_pkce: true }), undefined);
  clock.advance(15 * minuteMs);
  const { app_url } = (await app.partner.browser.call("GET", url)).json<{ app: { app_url: string } }>().app;
  for (const input of [
    { app_url: "https://elsewhere.example-partner.com" },
    { redirection_urls: ["https://elsewhere.example-partner.com/callback"] },
    { requires_pkce: false },
  ])
    assert.equal(await update(input), "step_up_required");
  assert.equal(await update({ name: "Renamed", app_url, requires_pkce: true }), undefined);
  await enterPassword(testPlatform.addresses.partnersOrigin, app.partner);
  assert.equal(await update({ requires_pkce: false }), undefined);
});

test("an app with a token exports customers without a proof of identity", async () => {
  const { token } = await installApp(testPlatform, { store, app });
  clock.advance(15 * minuteMs);
  const response = await testPlatform.request(`${store.origin}/api/4.0/exports.json`, {
    method: "POST",
    json: { resource: "customers" },
    headers: { "service-access-token": token },
  });
  assert.equal(response.status, 200, response.text);
});

test("a session that was started by an earlier release of Souk has no fresh proof of identity", async () => {
  await testPlatform.database.query("update sessions set verified_at = null");
  assert.equal(getErrorCode(await createExport()), "step_up_required");
});

test("a second factor is added only after a fresh proof of identity", async () => {
  await enterPassword(testPlatform.addresses.adminOrigin, store.owner);
  const { browser } = store.owner;
  const securityUrl = `${testPlatform.addresses.adminOrigin}/account/security`;
  const page = await browser.open(securityUrl);
  clock.advance(15 * minuteMs);
  const rejectedPage = await browser.clickButton(page, "Add authenticator app");
  const verifyUrl = `${testPlatform.addresses.adminOrigin}/account/verify?return_to=%2Faccount%2Fsecurity`;
  assert.equal(rejectedPage.redirectTarget, verifyUrl);
  const { count } = await testPlatform.database.one<{ count: number }>(
    "select count(*) as count from authenticator_apps",
  );
  assert.equal(count, 0);
  const returnPage = await browser.clickButton(await browser.open(verifyUrl), "Continue", {
    password: testPassword,
  });
  assert.equal(returnPage.redirectTarget, securityUrl);
});
