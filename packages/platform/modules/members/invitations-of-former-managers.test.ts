import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  type Person,
  type SeededStore,
  seedStore,
  signUpMember,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;
let manager: Person;
let managerId: number;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());
beforeEach(async () => {
  store = await seedStore(testPlatform);
  manager = await signUpMember(testPlatform, store, "manager");
  const row = await testPlatform.database.one<{ id: number }>("select id from accounts where email = $1", [
    manager.email,
  ]);
  managerId = row.id;
});

async function callConsole(method: string, path: string, json?: object, browser = store.owner.browser) {
  const response = await browser.call(method, `${store.host_url}/api/console${path}`, json);
  assert.equal(response.status, 200, response.text);
  return response;
}

async function invite(email: string, browser: Browser): Promise<{ id: number; link: string }> {
  const invitation = { email, role: "custom", rights: ["products.view"] };
  const response = await callConsole("POST", "/invitations.json", { invitation }, browser);
  return response.json<{ invitation: { id: number; link: string } }>().invitation;
}

/** Take away the manager's right to manage members, and assert that only the manager's invitations are withdrawn. */
async function assertWithdraws(takeAwayRight: () => Promise<unknown>) {
  const managerInvitations = [await invite("first@guests.test", manager.browser)];
  managerInvitations.push(await invite("second@guests.test", manager.browser));
  const ownerInvitation = await invite("third@guests.test", store.owner.browser);
  await takeAwayRight();
  const open = (link: string) => testPlatform.browser().open(link);
  for (const { link } of managerInvitations) assert.equal((await open(link)).status, 404);
  assert.equal((await open(ownerInvitation.link)).status, 200);
  const events = await testPlatform.database.many<{ invitation_id: number }>(
    `select (details ->> 'invitation_id')::bigint as invitation_id from security_events
     where kind = 'invitation_withdrawn' and store_id = $1 order by id`,
    [store.id],
  );
  assert.deepEqual(
    events.map(({ invitation_id }) => invitation_id),
    managerInvitations.map(({ id }) => id),
  );
}

test("a manager's open invitations are withdrawn when the manager is removed", () =>
  assertWithdraws(() => callConsole("DELETE", `/members/${managerId}.json`)));

test("a manager's open invitations are withdrawn when the manager leaves the store", () =>
  assertWithdraws(() => callConsole("DELETE", `/members/${managerId}.json`, undefined, manager.browser)));

test("a manager's open invitations are withdrawn when the manager gets a role that cannot manage members", () =>
  assertWithdraws(() => callConsole("PUT", `/members/${managerId}.json`, { role: "packer" })));

test("setting a manager's role to manager, which changes nothing, keeps the manager's open invitations", async () => {
  const { link } = await invite("first@guests.test", manager.browser);
  await callConsole("PUT", `/members/${managerId}.json`, { role: "manager" });
  assert.equal((await testPlatform.browser().open(link)).status, 200);
});
