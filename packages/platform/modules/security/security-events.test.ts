import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations, type SecurityEventKind } from "@souk/contract";
import {
  type Browser,
  type SeededStore,
  seedStore,
  signUp,
  signUpMember,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";

type StoreEvents = OperationResponse<typeof operations.listSecurityEvents>;
type StaffEvents = OperationResponse<typeof operations.listStaffSecurityEvents>;

let testPlatform: TestPlatform;
let store: SeededStore;
let otherStore: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  store = await seedStore(testPlatform);
  otherStore = await seedStore(testPlatform, { handle: "elsewhere" });
});
after(() => testPlatform.stop());

async function call(
  method: string,
  path: string,
  { json, browser = store.owner.browser }: { json?: object; browser?: Browser } = {},
) {
  const response = await browser.call(method, `${store.host_url}/api/console${path}`, json);
  assert.equal(response.status, 200, response.text);
  return response;
}

async function listStoreEvents(query = "", seededStore = store): Promise<StoreEvents["security_events"]> {
  const url = `${seededStore.host_url}/api/console/security_events.json?${query}`;
  const response = await seededStore.owner.browser.call("GET", url);
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.listSecurityEvents.response, response.json()), response.text);
  return response.json<StoreEvents>().security_events;
}

async function listKinds(accountEmail: string): Promise<SecurityEventKind[]> {
  const text = `select kind from security_events event join accounts account on account.id = event.account_id
    where account.email = $1 order by event.created_at, event.id`;
  const rows = await testPlatform.database.many<{ kind: SecurityEventKind }>(text, [accountEmail]);
  return rows.map(({ kind }) => kind);
}

test("signing out, failing to sign in and signing in are recorded as security events of the account", async () => {
  const person = await signUp(testPlatform, "admin");
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  await person.browser.call("DELETE", url);
  const { email } = person;
  assert.equal((await person.browser.call("POST", url, { email, password: "a wrong one" })).status, 401);
  const signInResponse = await person.browser.call("POST", url, { email, password: testPassword });
  assert.deepEqual(await listKinds(email), ["signed_out", "sign_in_failed", "sign_in_succeeded"]);
  const text = "select * from security_events where kind = 'sign_in_succeeded' order by id desc limit 1";
  const event = await testPlatform.database.one<{
    actor_kind: string;
    client_address: string;
    request_id: string;
    details: object;
  }>(text);
  assert.deepEqual(
    [event.actor_kind, event.client_address, event.request_id],
    ["account", "127.0.0.1", signInResponse.headers["x-request-id"]],
  );
  assert.deepEqual(event.details, { audience: "admin", is_new_device: false });
});

test("changes of a store's members are recorded as security events of the store and of the member", async () => {
  const member = await signUpMember(testPlatform, store, ["products.view"]);
  const [{ id = 0 } = {}] = await testPlatform.database.many<{ id: number }>(
    "select id from accounts where email = $1",
    [member.email],
  );
  const json = { member: { role: "manager", rights: [] } };
  const updateResponse = await call("PUT", `/members/${id}.json`, { json });
  const invitation = { email: "packer@guests.test", role: "packer" };
  const inviteResponse = await call("POST", "/invitations.json", { json: { invitation } });
  const { invitation: openInvitation } = inviteResponse.json<{ invitation: { id: number } }>();
  await call("DELETE", `/invitations/${openInvitation.id}.json`);
  await call("DELETE", `/members/${id}.json`);
  const events = await listStoreEvents("limit=4");
  assert.deepEqual(
    events.map(({ kind, account, actor }) => [kind, account?.email, actor.kind]),
    [
      ["member_removed", member.email, "account"],
      ["invitation_withdrawn", store.owner.email, "account"],
      ["member_invited", store.owner.email, "account"],
      ["member_access_changed", member.email, "account"],
    ],
  );
  assert.deepEqual(
    [events[3]?.details, events[3]?.request_id, events[3]?.client_address],
    [
      { former_role: "custom", role: "manager", rights: [], installation_ids: [] },
      updateResponse.headers["x-request-id"],
      "127.0.0.1",
    ],
  );
  assert.deepEqual((await listKinds(member.email)).slice(-2), ["member_access_changed", "member_removed"]);
});

test("the security events of a custom app do not contain its credentials", async () => {
  const custom_app = { name: "Stock sync", scopes: ["read_products"] };
  const createResponse = await call("POST", "/custom_apps.json", { json: { custom_app } });
  const credentials = createResponse.json<{ custom_app: { id: number; access_token: string } }>().custom_app;
  await call("POST", `/custom_apps/${credentials.id}/token.json`);
  await call("DELETE", `/apps/${credentials.id}.json`);
  const events = await listStoreEvents("limit=3");
  assert.deepEqual(
    events.map(({ kind, app }) => [kind, app?.name]),
    [
      ["app_uninstalled", "Stock sync"],
      ["custom_app_token_replaced", "Stock sync"],
      ["custom_app_created", "Stock sync"],
    ],
  );
  const rows = await testPlatform.database.many("select * from security_events");
  assert.ok(!JSON.stringify(rows).includes(credentials.access_token));
});

test("a rejected change is not recorded as a security event", async () => {
  const eventsBefore = await listStoreEvents();
  const invitation = { email: store.owner.email, role: "packer" };
  const url = `${store.host_url}/api/console/invitations.json`;
  assert.equal((await store.owner.browser.call("POST", url, { invitation })).status, 422);
  assert.equal((await listStoreEvents()).length, eventsBefore.length);
});

test("a store sees only its own security events", async () => {
  const ids = (await listStoreEvents()).map(({ id }) => id);
  assert.ok(ids.length > 0);
  assert.deepEqual(await listStoreEvents(`ids=${ids.join(",")}`, otherStore), []);
});

test("members without the required right cannot see a store's security events", async () => {
  const member = await signUpMember(testPlatform, store, ["products.view"]);
  const response = await member.browser.call("GET", `${store.host_url}/api/console/security_events.json`);
  assert.deepEqual([response.status, readError(response).code], [403, "right_missing"]);
});

test("a store sees its suspension, and only staff see which staff member suspended it", async () => {
  const staff = await signUpStaff(testPlatform);
  const origin = testPlatform.addresses.adminOrigin;
  const suspendResponse = await staff.browser.call(
    "POST",
    `${origin}/api/staff/stores/${otherStore.id}/suspend.json`,
    {
      reason: "Sells fakes.",
    },
  );
  assert.equal(suspendResponse.status, 200, suspendResponse.text);
  const [event] = await listStoreEvents("", otherStore);
  assert.deepEqual(
    [event?.kind, event?.account, event?.actor, event?.client_address, event?.details.reason],
    ["suspended", null, { kind: "system", id: "staff", name: null }, "", "Sells fakes."],
  );
  const response = await staff.browser.call(
    "GET",
    `${origin}/api/staff/security_events.json?store_id=${otherStore.id}&limit=1`,
  );
  assert.ok(Check(operations.listStaffSecurityEvents.response, response.json()), response.text);
  const [staffEvent] = response.json<StaffEvents>().security_events;
  assert.deepEqual(
    [staffEvent?.actor.name, staffEvent?.store?.handle, staffEvent?.client_address],
    [staff.email, "elsewhere", "127.0.0.1"],
  );
});

test("security events can be filtered by kind and by person, and listed in pages", async () => {
  const createEvents = await listStoreEvents("kind=custom_app_created");
  assert.deepEqual([...new Set(createEvents.map(({ kind }) => kind))], ["custom_app_created"]);
  const accountId = createEvents[0]?.account?.id;
  const accountEvents = await listStoreEvents(`account_id=${accountId}`);
  const url = `${store.host_url}/api/console/security_events.json?limit=2&account_id=${accountId}`;
  const ids: number[] = [];
  let query = "";
  for (;;) {
    const response = await store.owner.browser.call("GET", `${url}${query}`);
    const page: StoreEvents = response.json();
    ids.push(...page.security_events.map(({ id }) => id));
    if (page.next_cursor === null) break;
    query = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(
    ids,
    accountEvents.map(({ id }) => id),
  );
});

test("the account filter of a store's security events does not reveal which staff account suspended the store", async () => {
  const suspendedStore = await seedStore(testPlatform, { handle: "suspended" });
  const staff = await signUpStaff(testPlatform);
  const url = `${testPlatform.addresses.adminOrigin}/api/staff/stores/${suspendedStore.id}/suspend.json`;
  assert.equal((await staff.browser.call("POST", url, { reason: "Sells fakes." })).status, 200);
  const text = "select id from accounts where email = $1";
  const { id } = await testPlatform.database.one<{ id: number }>(text, [staff.email]);
  assert.equal((await listStoreEvents("kind=suspended", suspendedStore)).length, 1);
  assert.deepEqual(await listStoreEvents(`kind=suspended&account_id=${id}`, suspendedStore), []);
});
