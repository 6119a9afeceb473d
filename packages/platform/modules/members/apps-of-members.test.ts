import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  type Browser,
  eventually,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";

type Invitation = OperationResponse<typeof operations.createInvitation>["invitation"];
type Member = OperationResponse<typeof operations.updateMember>["member"];

const customRole = { role: "custom", rights: ["products.view"] };

let testPlatform: TestPlatform;
let store: SeededStore;
let mailServer: MailServer;
let app: SeededApp;
let installationId: number;

before(async () => {
  mailServer = await startMailServer();
  testPlatform = await startTestPlatform({ config: { mail: mailServer.mail } });
  store = await seedStore(testPlatform);
  app = await registerApp(testPlatform, "https://stock.packing.dev");
  await installApp(testPlatform, { store, app });
  installationId = await loadInstallationId(store, app);
});
after(async () => {
  await testPlatform.stop();
  await mailServer.stop();
});

function callConsole(method: string, path: string, json?: object, browser: Browser = store.owner.browser) {
  return browser.call(method, `${store.host_url}/api/console${path}`, json);
}

function invite(fields: object) {
  const invitation = { email: "apps@guests.test", ...customRole, ...fields };
  return callConsole("POST", "/invitations.json", { invitation });
}

async function findMember(email: string): Promise<Member> {
  const response = await callConsole("GET", "/members.json");
  assert.ok(Check(operations.listMembers.response, response.json()), response.text);
  const { members } = response.json<{ members: Member[] }>();
  return members.find((member) => member.email === email) ?? assert.fail(email);
}

test("an invitation is rejected if it lists an app that isn't installed, or if it invites a manager and lists an app", async () => {
  const otherStore = await seedStore(testPlatform);
  await installApp(testPlatform, { store: otherStore, app });
  const otherInstallationId = await loadInstallationId(otherStore, app);
  const rejectedResponse = await invite({ installation_ids: [installationId, otherInstallationId] });
  assert.deepEqual(
    [rejectedResponse.status, readError(rejectedResponse).fields?.map(({ path, code }) => [path, code])],
    [422, [["installation_ids.1", "not_found"]]],
  );
  const managerResponse = await invite({ role: "manager", rights: [], installation_ids: [installationId] });
  assert.deepEqual(readError(managerResponse).fields?.[0]?.path, "installation_ids");
});

test("a person who was invited to use an app can open it until their access to the app is removed", async () => {
  const response = await invite({ installation_ids: [installationId, installationId] });
  assert.equal(response.status, 200, response.text);
  const { invitation } = response.json<{ invitation: Invitation }>();
  assert.deepEqual(invitation.installation_ids, [installationId]);
  const { message } = await eventually(
    () => mailServer.received.find(({ to }) => to === "apps@guests.test") ?? null,
  );
  assert.ok(message.includes(`Open the app ${app.name}`), message);

  const guest = testPlatform.browser();
  const page = await guest.open(invitation.link);
  assert.ok(page.text.includes(`Open the app ${app.name}`), page.text);
  await guest.clickButton(page, "Create account and accept", {
    name: "Guest",
    password: "a long enough password",
  });
  await guest.call("GET", `${testPlatform.addresses.adminOrigin}/api/console/session.json`);
  const member = await findMember("apps@guests.test");
  assert.deepEqual(member.installation_ids, [installationId]);
  assert.equal(
    (await callConsole("POST", `/apps/${installationId}/open.json`, undefined, guest)).status,
    200,
  );

  const path = `/members/${member.id}.json`;
  assert.equal((await callConsole("PUT", path, { member: customRole })).status, 200);
  const rejectedResponse = await callConsole("POST", `/apps/${installationId}/open.json`, undefined, guest);
  assert.deepEqual([rejectedResponse.status, readError(rejectedResponse).code], [403, "not_allowed"]);
});

test("an app that was uninstalled is no longer listed among a member's apps", async () => {
  const { id: memberId } = await findMember("apps@guests.test");
  const json = { member: { ...customRole, installation_ids: [installationId] } };
  const updateResponse = await callConsole("PUT", `/members/${memberId}.json`, json);
  assert.deepEqual(updateResponse.json<{ member: Member }>().member.installation_ids, [installationId]);
  assert.equal((await callConsole("DELETE", `/apps/${installationId}.json`)).status, 200);
  await eventually(async () => (await findMember("apps@guests.test")).installation_ids.length === 0);
});
