import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SecurityEventKind } from "@souk/contract";
import {
  createFakeClock,
  type FakeClock,
  installApp,
  registerApp,
  seedStore,
  signUp,
  signUpMember,
  testPassword,
} from "@souk/testkit";
import { addAuthenticator, enterPassword } from "../people/testing/authenticator.ts";
import { createStaffFixture, type StaffFixture } from "../staff/testing/staff-fixture.ts";

let fixture: StaffFixture;
let clock: FakeClock;
let adminOrigin: string;

before(async () => {
  clock = createFakeClock();
  fixture = await createStaffFixture({ clock, role: "api" });
  adminOrigin = fixture.testPlatform.addresses.adminOrigin;
});
after(() => fixture.stop());

/** Do something, and list the kinds of the security events that were recorded meanwhile, the oldest first. */
async function listRecordedKinds(act: () => Promise<unknown>): Promise<SecurityEventKind[]> {
  const { database } = fixture.testPlatform;
  const lastIdText = "select coalesce(max(id), 0) as id from security_events";
  const { id } = await database.one<{ id: number }>(lastIdText, []);
  await act();
  const text = "select kind from security_events where id > $1 order by id";
  const rows = await database.many<{ kind: SecurityEventKind }>(text, [id]);
  return rows.map(({ kind }) => kind);
}

async function loadAccountId(email: string): Promise<number> {
  const text = "select id from accounts where email = $1";
  return (await fixture.testPlatform.database.one<{ id: number }>(text, [email])).id;
}

test("an account's ended sessions, changed second factors and requested links are recorded as security events", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { browser, email } = person;
  const signInElsewhere = async () => {
    clock.advance(3_000);
    const url = `${adminOrigin}/api/console/session.json`;
    const response = await fixture.testPlatform
      .browser()
      .call("POST", url, { email, password: testPassword });
    assert.equal(response.status, 200, response.text);
  };
  const openSecurityPage = () => browser.open(`${adminOrigin}/account/security`);
  const endSessions = async (fields = {}) =>
    browser.clickButton(await openSecurityPage(), "Sign out all other devices", fields);
  for (let n = 0; n < 3; n += 1) await signInElsewhere();
  const { text } = await openSecurityPage();
  const [, session = ""] = /name="session" value="([0-9a-f]{64})"/.exec(text) ?? [];
  const kinds = await listRecordedKinds(async () => {
    await endSessions({ session });
    await endSessions();
    await addAuthenticator(fixture.testPlatform, person, clock);
    await browser.clickButton(await openSecurityPage(), "Create new recovery codes");
    const otherBrowser = fixture.testPlatform.browser();
    clock.advance(60_000);
    const codePage = await enterPassword(fixture.testPlatform, otherBrowser, email);
    await otherBrowser.clickButton(codePage, "Sign in", { code: "000000" });
    await browser.clickButton(await openSecurityPage(), "Remove authenticator app");
    const forgotPage = await otherBrowser.open(`${adminOrigin}/forgot-password`);
    await otherBrowser.clickButton(forgotPage, "Email me a link", { email });
  });
  assert.deepEqual(kinds, [
    "session_ended",
    "other_sessions_ended",
    "second_factor_added",
    "recovery_codes_replaced",
    "code_requested",
    "code_check_failed",
    "second_factor_removed",
    "password_reset_requested",
  ]);
});

test("entering a correct password but no authenticator code, on the page or through the API, is a security event", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  await addAuthenticator(fixture.testPlatform, person, clock);
  const { email } = person;
  const kinds = await listRecordedKinds(async () => {
    await enterPassword(fixture.testPlatform, fixture.testPlatform.browser(), email);
    clock.advance(3_000);
    const url = `${adminOrigin}/api/console/session.json`;
    const rejectedResponse = await fixture.testPlatform
      .browser()
      .call("POST", url, { email, password: testPassword });
    assert.match(rejectedResponse.text, /code_required/);
  });
  assert.deepEqual(kinds, ["code_requested", "code_requested"]);
  const events = await fixture.testPlatform.database.many(
    "select account_id, client_address, details from security_events where kind = 'code_requested' and account_id = $1",
    [await loadAccountId(email)],
  );
  const event = {
    account_id: await loadAccountId(email),
    client_address: "127.0.0.1",
    details: { audience: "admin" },
  };
  assert.deepEqual(events, [event, event]);
});

test("an accepted invitation, a new owner and more scopes of an app are recorded as security events", async () => {
  const { store, app, testPlatform } = fixture;
  const { owner } = store;
  const nextOwner = await signUpMember(testPlatform, store, "manager");
  const guest = await signUp(testPlatform, "admin");
  const consoleUrl = `${store.host_url}/api/console`;
  const call = async (path: string, json: object) => {
    const response = await owner.browser.call("POST", `${consoleUrl}${path}`, json);
    assert.equal(response.status, 200, response.text);
    return response;
  };
  const invitation = { email: guest.email, role: "packer" };
  const inviteResponse = await call("/invitations.json", { invitation });
  const { link } = inviteResponse.json<{ invitation: { link: string } }>().invitation;
  const kinds = await listRecordedKinds(async () => {
    const page = await guest.browser.followRedirects(await guest.browser.open(link));
    await guest.browser.clickButton(page, "Accept");
    await installApp(testPlatform, { store, app, scopes: ["read_orders"] });
    await call(`/members/${await loadAccountId(nextOwner.email)}/make_owner.json`, {});
  });
  assert.deepEqual(kinds, ["invitation_accepted", "app_scopes_changed", "ownership_transferred"]);
});

test("a registered app and each change of its client secrets are recorded as security events", async () => {
  const kinds = await listRecordedKinds(async () => {
    const { partner, id } = await registerApp(fixture.testPlatform, fixture.receiver.url);
    const url = `${fixture.testPlatform.addresses.partnersOrigin}/api/console/apps/${id}/secrets`;
    const call = async (method: string, path: string) => {
      const response = await partner.browser.call(method, `${url}${path}`);
      assert.equal(response.status, 200, response.text);
      return response;
    };
    await call("POST", ".json");
    await call("POST", "/switch.json");
    const { secret } = (await call("POST", ".json")).json<{ secret: { id: number } }>();
    await call("DELETE", `/${secret.id}.json`);
  });
  assert.deepEqual(
    kinds.filter((kind) => kind.startsWith("app_") || kind.startsWith("client_")),
    [
      "app_registered",
      "client_secret_created",
      "client_secret_switched",
      "client_secret_created",
      "client_secret_revoked",
    ],
  );
});

test("the security event of a change of an app's URLs or PKCE rule names the changed fields", async () => {
  const { partner, id } = await registerApp(fixture.testPlatform, fixture.receiver.url);
  const url = `${fixture.testPlatform.addresses.partnersOrigin}/api/console/apps/${id}.json`;
  const update = async (app: object) => {
    const response = await partner.browser.call("PUT", url, { app });
    assert.equal(response.status, 200, response.text);
  };
  const { receiver } = fixture;
  await update({ name: "Renamed", app_url: `${receiver.url}/elsewhere`, requires_pkce: true });
  await update({ redirection_urls: [`${receiver.url}/elsewhere/callback`] });
  await update({ name: "Renamed again", requires_pkce: true });
  const events = await fixture.testPlatform.database.many(
    `select account_id, partner_id is not null as has_partner, details from security_events
     where kind = 'app_changed' and app_id = $1 order by id`,
    [id],
  );
  const commonFields = { account_id: await loadAccountId(partner.email), has_partner: true };
  assert.deepEqual(events, [
    { ...commonFields, details: { fields: ["app_url", "requires_pkce"] } },
    { ...commonFields, details: { fields: ["redirection_urls"] } },
  ]);
});

test("each action of the platform's staff is recorded as a security event", async () => {
  const store = await seedStore(fixture.testPlatform);
  const person = await signUp(fixture.testPlatform, "admin");
  const accountPath = `/accounts/${await loadAccountId(person.email)}`;
  const reason = "They asked by phone.";
  const kinds = await listRecordedKinds(async () => {
    await fixture.callAsStaff("POST", `/stores/${store.id}/suspend.json`, { reason });
    await fixture.callAsStaff("POST", `/stores/${store.id}/lift.json`, { reason });
    await fixture.callAsStaff("PUT", `/apps/${fixture.app.id}/fulfillment_url.json`, {
      topic: "fulfillment/single",
      url: `${fixture.receiver.url}/fulfill`,
      reason,
    });
    await fixture.callAsStaff("POST", `${accountPath}/end_sessions.json`, { reason });
    await fixture.callAsStaff("POST", `${accountPath}/send_password_reset.json`, { reason });
  });
  assert.deepEqual(kinds, [
    "suspended",
    "suspension_lifted",
    "fulfillment_url_changed",
    "sessions_ended_by_staff",
    "password_reset_sent_by_staff",
  ]);
});
