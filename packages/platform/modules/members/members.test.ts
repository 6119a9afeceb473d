import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations, type Right, type Role } from "@souk/contract";
import {
  type Browser,
  createFakeClock,
  eventually,
  type FakeClock,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

type Invitation = OperationResponse<typeof operations.createInvitation>["invitation"];
type Member = OperationResponse<typeof operations.updateMember>["member"];

let clock: FakeClock;
let testPlatform: TestPlatform;
let store: SeededStore;
let mailServer: MailServer;

before(async () => {
  mailServer = await startMailServer();
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, config: { mail: mailServer.mail } });
  store = await seedStore(testPlatform);
});
after(async () => {
  await testPlatform.stop();
  await mailServer.stop();
});

function callConsole(method: string, path: string, json?: object, browser: Browser = store.owner.browser) {
  return browser.call(method, `${store.host_url}/api/console${path}`, json);
}

async function invite(email: string, role: Role, rights: Right[] = []): Promise<Invitation> {
  const response = await callConsole("POST", "/invitations.json", { invitation: { email, role, rights } });
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.createInvitation.response, response.json()), response.text);
  return response.json<{ invitation: Invitation }>().invitation;
}

/** Open an invitation's link in a new browser, and create an account that accepts it. */
async function acceptInvitation({ link }: Invitation): Promise<Browser> {
  const guestBrowser = testPlatform.browser();
  const page = await guestBrowser.open(link);
  assert.equal(page.status, 200, page.text);
  const result = await guestBrowser.clickButton(page, "Create account and accept", {
    name: "Guest",
    password: "a long enough password",
  });
  assert.equal(result.redirectTarget, store.host_url, result.text);
  // Load the session's CSRF token. A real browser gets this token with the page of the admin.
  await guestBrowser.call("GET", `${testPlatform.addresses.adminOrigin}/api/console/session.json`);
  return guestBrowser;
}

async function listMembers(): Promise<Member[]> {
  const response = await callConsole("GET", "/members.json");
  assert.ok(Check(operations.listMembers.response, response.json()), response.text);
  return response.json<{ members: Member[] }>().members;
}

async function findMember(email: string): Promise<Member> {
  return (await listMembers()).find((member) => member.email === email) ?? assert.fail(email);
}

test("an invited person becomes a member by creating an account through the link", async () => {
  const invitation = await invite("packer@guests.test", "custom", ["products.view", "orders.view"]);
  assert.equal(invitation.is_mailed, true);
  const { message } = await eventually(
    () => mailServer.received.find(({ to }) => to === "packer@guests.test") ?? null,
  );
  const [emailedLink = assert.fail(message)] = /http\S+/.exec(message) ?? [];
  assert.equal((await testPlatform.browser().open(emailedLink)).status, 200);
  assert.match(message, /^Subject: Join /m);
  const guestBrowser = await acceptInvitation(invitation);
  const products = await guestBrowser.call("GET", `${store.host_url}/api/3.0/products.json`);
  assert.equal(products.status, 200);
  const rejection = await guestBrowser.call("POST", `${store.host_url}/api/3.0/products.json`, {
    title: "Mine",
  });
  assert.deepEqual([rejection.status, readError(rejection).required_right], [403, "products.edit"]);
  const memberList = await callConsole("GET", "/members.json", undefined, guestBrowser);
  assert.deepEqual([memberList.status, readError(memberList).required_right], [403, "members.manage"]);
  const audit = await callConsole(
    "GET",
    "/audit_entries.json?resource=member&action=create&sort=created_at.desc",
  );
  const [entry] = audit.json<OperationResponse<typeof operations.listAuditEntries>>().audit_entries;
  assert.deepEqual([entry?.label, entry?.actor.name], ["packer@guests.test", "Guest"]);
  const secondVisit = await testPlatform.browser().open(invitation.link);
  assert.equal(secondVisit.status, 404);
  assert.match(secondVisit.text, /no longer valid/);
});

test("only the account with the invited email address can accept an invitation", async () => {
  const firstInvitation = await invite("twice@guests.test", "custom", ["products.view"]);
  const guestBrowser = await acceptInvitation(firstInvitation);
  const member = await findMember("twice@guests.test");
  assert.equal((await callConsole("DELETE", `/members/${member.id}.json`)).status, 200);
  assert.equal((await guestBrowser.call("GET", `${store.host_url}/api/3.0/products.json`)).status, 404);
  const { link } = await invite("twice@guests.test", "manager");
  const ownersPage = await store.owner.browser.open(link);
  assert.match(ownersPage.text, /you are signed in as/);
  assert.match((await testPlatform.browser().open(link)).text, /Sign in<\/a>/);
  const acceptedPage = await guestBrowser.clickButton(await guestBrowser.open(link), "Accept");
  assert.equal(acceptedPage.redirectTarget, store.host_url);
  assert.equal((await findMember("twice@guests.test")).role, "manager");
});

test("a form posted with the token of another invitation accepts no invitation", async () => {
  const browser = await acceptInvitation(await invite("sly@guests.test", "custom", ["tags.view"]));
  const { id } = await findMember("sly@guests.test");
  assert.equal((await callConsole("DELETE", `/members/${id}.json`)).status, 200);
  const page = await browser.open((await invite("sly@guests.test", "custom", ["tags.view"])).link);
  const otherInvitation = await invite("chosen@guests.test", "manager");
  const token = new URL(otherInvitation.link).searchParams.get("token") ?? assert.fail();
  const response = await browser.clickButton(page, "Accept", { token });
  assert.match(response.text, /is for <strong>chosen@guests\.test<\/strong>/);
  const memberEmails = (await listMembers()).map(({ email }) => email);
  assert.ok(
    !memberEmails.includes("sly@guests.test") && !memberEmails.includes("chosen@guests.test"),
    memberEmails.join(),
  );
});

test("an invitation's link is valid for 7 days, or until the invitation is resent", async () => {
  const invitation = await invite("late@guests.test", "custom", ["tags.view"]);
  const resent = await callConsole("POST", `/invitations/${invitation.id}/resend.json`);
  const { link } = resent.json<{ invitation: Invitation }>().invitation;
  assert.equal((await testPlatform.browser().open(invitation.link)).status, 404);
  assert.equal((await testPlatform.browser().open(link)).status, 200);
  clock.advance(7 * 86_400_000);
  assert.equal((await testPlatform.browser().open(link)).status, 404);
});

test("invitations are limited to 20 a day for an email address and 200 a day for a store", async () => {
  store = await seedStore(testPlatform);
  const otherStore = await seedStore(testPlatform);
  const insertSentEmailsText = `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, 'invitation', $2, '', '', '', '', 'sent', $4, $4 from generate_series(1, $3::int)`;
  const now = new Date(clock.now());
  await testPlatform.database.query(insertSentEmailsText, [otherStore.id, "OFTEN@guests.test", 18, now]);
  const invitation = await invite("often@guests.test", "custom", ["tags.view"]);
  const resend = () => callConsole("POST", `/invitations/${invitation.id}/resend.json`);
  const { link } = (await resend()).json<{ invitation: Invitation }>().invitation;
  const rejection = await resend();
  assert.deepEqual([rejection.status, rejection.headers["retry-after"]], [429, "86400"]);
  assert.match(rejection.text, /An email address can receive at most 20 invitations a day/);
  assert.equal((await testPlatform.browser().open(link)).status, 200, "the former link still works");
  // Together with the 18 emails above, the other store has then sent 200.
  await testPlatform.database.query(insertSentEmailsText, [otherStore.id, "others@guests.test", 182, now]);
  store = otherStore;
  const rejectedByStoreLimit = await callConsole("POST", "/invitations.json", {
    invitation: { email: "new@guests.test", role: "manager" },
  });
  assert.match(rejectedByStoreLimit.text, /A store can send at most 200 invitations a day/);
  assert.equal(rejectedByStoreLimit.status, 429);
});

test("an invalid invitation is rejected with the invalid field's path and is not created", async () => {
  store = await seedStore(testPlatform);
  const inviteForErrors = async (json: object) => {
    const response = await callConsole("POST", "/invitations.json", json);
    return [response.status, readError(response).fields?.map(({ path }) => path)];
  };
  assert.deepEqual(await inviteForErrors({ email: "no address", role: "custom", rights: ["tags.view"] }), [
    422,
    ["email"],
  ]);
  assert.deepEqual(await inviteForErrors({ email: "a@b.test", role: "owner" }), [422, ["role"]]);
  assert.deepEqual(await inviteForErrors({ email: "a@b.test", role: "custom" }), [422, ["rights"]]);
  assert.deepEqual(await inviteForErrors({ email: "a@b.test", role: "custom", rights: ["members.manage"] }), [
    422,
    ["rights.0"],
  ]);
  const [owner] = await listMembers();
  assert.deepEqual(await inviteForErrors({ email: owner?.email.toUpperCase(), role: "manager" }), [
    422,
    ["email"],
  ]);
  await invite("a@b.test", "manager");
  assert.deepEqual(await inviteForErrors({ email: "A@b.test", role: "manager" }), [422, ["email"]]);
  const list = await callConsole("GET", "/invitations.json");
  assert.equal(list.json<{ total_count: number }>().total_count, 1);
});

test("a manager can change and remove only members with a lower role", async () => {
  const managerBrowser = await acceptInvitation(await invite("manager@guests.test", "manager"));
  await acceptInvitation(await invite("custom@guests.test", "custom", ["products.view"]));
  const [owner] = await listMembers();
  const ids = {
    owner: owner?.id,
    manager: (await findMember("manager@guests.test")).id,
    custom: (await findMember("custom@guests.test")).id,
  };
  const callForStatus = async (method: string, path: string, browser: Browser, json?: object) =>
    (await callConsole(method, path, json, browser)).status;
  const customRole = { role: "custom", rights: ["tags.edit", "tags.view"] };
  assert.equal(await callForStatus("PUT", `/members/${ids.custom}.json`, managerBrowser, customRole), 200);
  assert.deepEqual((await findMember("custom@guests.test")).rights, ["tags.view", "tags.edit"]);
  assert.equal(
    await callForStatus("PUT", `/members/${ids.custom}.json`, managerBrowser, { role: "manager" }),
    403,
  );
  assert.equal(await callForStatus("DELETE", `/members/${ids.owner}.json`, managerBrowser), 403);
  assert.equal(await callForStatus("PUT", `/members/${ids.manager}.json`, managerBrowser, customRole), 403);
  assert.equal(await callForStatus("POST", `/members/${ids.manager}/make_owner.json`, managerBrowser), 403);
  assert.equal(
    await callForStatus("POST", "/invitations.json", managerBrowser, {
      email: "other@guests.test",
      role: "manager",
    }),
    403,
  );
  assert.equal(await callForStatus("DELETE", `/members/${ids.owner}.json`, store.owner.browser), 403);
  assert.equal(
    await callForStatus("POST", `/members/${ids.manager}/make_owner.json`, store.owner.browser),
    200,
  );
  assert.deepEqual(
    (await listMembers()).map(({ id, role }) => [id, role]),
    [
      [ids.manager, "owner"],
      [ids.owner, "manager"],
      [ids.custom, "custom"],
    ],
  );
  assert.equal(await callForStatus("DELETE", `/members/${ids.owner}.json`, store.owner.browser), 200);
  assert.equal(await callForStatus("GET", "/members.json", store.owner.browser), 404);
});

test("an email is retried after a temporary rejection, but not after a permanent rejection", async () => {
  store = await seedStore(testPlatform);
  mailServer.rejectOnce("slow@guests.test", { message: "later", responseCode: 451 });
  mailServer.rejectOnce("nobody@guests.test", { message: "no such person", responseCode: 550 });
  await invite("slow@guests.test", "custom", ["tags.view"]);
  const loadEmailState = async (recipient: string) => {
    const text = "select state, attempts, error from mails where recipient = $1";
    return await testPlatform.database.maybeOne<{ state: string; attempts: number; error: string }>(text, [
      recipient,
    ]);
  };
  const retriedRow = await eventually(async () => {
    const row = await loadEmailState("slow@guests.test");
    return row?.error ? row : null;
  });
  assert.deepEqual([retriedRow.state, retriedRow.attempts], ["queued", 1]);
  await invite("nobody@guests.test", "custom", ["tags.view"]);
  await eventually(async () => (await loadEmailState("nobody@guests.test"))?.state === "failed");
  clock.advance(2 * 60_000);
  await eventually(async () => (await loadEmailState("slow@guests.test"))?.state === "sent");
  clock.advance(31 * 86_400_000);
  const deleteJob =
    createJobs(testPlatform.platform, clock).find(({ name }) => name === "delete old emails") ??
    assert.fail();
  await runJob(testPlatform.database, deleteJob);
  assert.equal(await loadEmailState("slow@guests.test"), undefined);
});

test("the link of an invitation is not readable in the database", async () => {
  store = await seedStore(testPlatform);
  const { link } = await invite("secret@guests.test", "custom", ["tags.view"]);
  const token = new URL(link).searchParams.get("token") ?? "";
  assert.ok(token.length > 20);
  const text =
    "select position(convert_to($1, 'UTF8') in ciphertext) as position from mails where recipient = $2";
  const rows = await testPlatform.database.many(text, [token, "secret@guests.test"]);
  assert.deepEqual(rows, [{ position: 0 }]);
});

test("a store has at most 100 open invitations, even with simultaneous requests", async () => {
  store = await seedStore(testPlatform);
  await testPlatform.database.query(
    `insert into invitations (store_id, email, role, token_hash, expires_at)
     select $1::bigint, 'open' || n || '@guests.test', 'manager', sha256(concat($1::bigint, ' ', n)::bytea), now() + interval '7 days'
     from generate_series(1, 95) n`,
    [store.id],
  );
  const requests = Array.from({ length: 30 }, (_, index) =>
    callConsole("POST", "/invitations.json", {
      invitation: { email: `many${index}@guests.test`, role: "manager" },
    }),
  );
  const responses = await Promise.all(requests);
  const failures = responses.filter(({ status }) => status !== 200);
  assert.deepEqual([...new Set(failures.map((response) => readError(response).code))], ["conflict"]);
  const countText = "select count(*) as n from invitations where store_id = $1";
  const row = await testPlatform.database.one<{ n: number }>(countText, [store.id]);
  assert.deepEqual([row.n, failures.length], [100, 25]);
});
