import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations, type Scope } from "@souk/contract";
import {
  type Browser,
  eventually,
  type FakeClock,
  fakeClock,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

type Sent = OperationResponse<typeof operations.createInvitation>["invitation"];
type Member = OperationResponse<typeof operations.updateMember>["member"];

let clock: FakeClock;
let testing: TestPlatform;
let store: SeededStore;
let mailServer: MailServer;

before(async () => {
  mailServer = await startMailServer();
  clock = fakeClock();
  testing = await testPlatform({ clock, config: { mail: mailServer.mail } });
  store = await seedStore(testing);
});
after(async () => {
  await testing.stop();
  await mailServer.stop();
});

function call(method: string, path: string, json?: object, by: Browser = store.owner.browser) {
  return by.call(method, `${store.host_url}/api/console${path}`, json);
}

async function invite(email: string, role: "manager" | "staff", scopes: Scope[] = []): Promise<Sent> {
  const answer = await call("POST", "/invitations.json", { invitation: { email, role, scopes } });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.createInvitation.response, answer.json()), answer.text);
  return answer.json<{ invitation: Sent }>().invitation;
}

/** Open an invitation's link in a new browser and create the account. */
async function join({ link }: Sent): Promise<Browser> {
  const guest = testing.browser();
  const page = await guest.open(link);
  assert.equal(page.status, 200, page.text);
  const end = await guest.press(page, "Create account and accept", {
    name: "Guest",
    password: "a long enough password",
  });
  assert.equal(end.leadsTo, store.host_url, end.text);
  // The session's token, which the panel gets with its document.
  await guest.call("GET", `${testing.addresses.adminOrigin}/api/console/session.json`);
  return guest;
}

async function members(by?: Browser): Promise<Member[]> {
  const answer = await call("GET", "/members.json", undefined, by);
  assert.ok(Check(operations.listMembers.response, answer.json()), answer.text);
  return answer.json<{ members: Member[] }>().members;
}

async function findMember(email: string): Promise<Member> {
  return (await members()).find((member) => member.email === email) ?? assert.fail(email);
}

test("an invited person creates an account by the email's link and gets its role", async () => {
  const invitation = await invite("packer@guests.test", "staff", ["read_products", "read_orders"]);
  assert.equal(invitation.is_mailed, true);
  const { message } = await eventually(
    () => mailServer.received.find(({ to }) => to === "packer@guests.test") ?? null,
  );
  assert.ok(message.includes(invitation.link), message);
  assert.match(message, /^Subject: Join /m);
  const guest = await join(invitation);
  const products = await guest.call("GET", `${store.host_url}/api/3.0/products.json`);
  assert.equal(products.status, 200);
  const rejected = await guest.call("POST", `${store.host_url}/api/3.0/products.json`, { title: "Mine" });
  assert.deepEqual([rejected.status, readError(rejected).required_scope], [403, "write_products"]);
  const people = await call("GET", "/members.json", undefined, guest);
  assert.deepEqual([people.status, readError(people).code], [403, "not_allowed"]);
  const audit = await call("GET", "/audit_entries.json?resource=member&action=create&sort=created_at.desc");
  const [entry] = audit.json<OperationResponse<typeof operations.listAuditEntries>>().audit_entries;
  assert.deepEqual([entry?.label, entry?.actor.name], ["packer@guests.test", "Guest"]);
  const again = await testing.browser().open(invitation.link);
  assert.equal(again.status, 404);
  assert.match(again.text, /no longer valid/);
});

test("an invitation is for one address: only its account can accept it, signed in", async () => {
  const first = await invite("twice@guests.test", "staff", ["read_products"]);
  const guest = await join(first);
  const member = await findMember("twice@guests.test");
  assert.equal((await call("DELETE", `/members/${member.id}.json`)).status, 200);
  assert.equal((await guest.call("GET", `${store.host_url}/api/3.0/products.json`)).status, 404);
  const { link } = await invite("twice@guests.test", "manager");
  const stranger = await store.owner.browser.open(link);
  assert.match(stranger.text, /you are signed in as/);
  assert.match((await testing.browser().open(link)).text, /Sign in<\/a>/);
  const accepted = await guest.press(await guest.open(link), "Accept");
  assert.equal(accepted.leadsTo, store.host_url);
  assert.equal((await findMember("twice@guests.test")).role, "manager");
});

test("the form of one's own invitation with another's token accepts neither of them", async () => {
  const own = await invite("sly@guests.test", "staff", ["read_tags"]);
  const sly = await join(own);
  const { id } = await findMember("sly@guests.test");
  assert.equal((await call("DELETE", `/members/${id}.json`)).status, 200);
  const page = await sly.open((await invite("sly@guests.test", "staff", ["read_tags"])).link);
  const others = await invite("chosen@guests.test", "manager");
  const token = new URL(others.link).searchParams.get("token") ?? assert.fail();
  const answer = await sly.press(page, "Accept", { token });
  assert.match(answer.text, /is for <strong>chosen@guests\.test<\/strong>/);
  const there = (await members()).map(({ email }) => email);
  assert.ok(!there.includes("sly@guests.test") && !there.includes("chosen@guests.test"), there.join());
});

test("a link is valid for 7 days, until it is resent or withdrawn", async () => {
  const first = await invite("late@guests.test", "staff", ["read_tags"]);
  const resent = await call("POST", `/invitations/${first.id}/resend.json`);
  const { link } = resent.json<{ invitation: Sent }>().invitation;
  assert.equal((await testing.browser().open(first.link)).status, 404);
  assert.equal((await testing.browser().open(link)).status, 200);
  clock.advance(7 * 86_400_000);
  assert.equal((await testing.browser().open(link)).status, 404);
});

test("an address gets 20 invitations a day from all stores; rejected ones keep a link", async () => {
  store = await seedStore(testing);
  const elsewhere = await seedStore(testing);
  const fill = `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, 'invitation', $2, '', '', '', '', 'sent', $4, $4 from generate_series(1, $3::int)`;
  const now = new Date(clock.now());
  await testing.database.query(fill, [elsewhere.id, "OFTEN@guests.test", 18, now]);
  const first = await invite("often@guests.test", "staff", ["read_tags"]);
  const resend = () => call("POST", `/invitations/${first.id}/resend.json`);
  const { link } = (await resend()).json<{ invitation: Sent }>().invitation;
  const rejected = await resend();
  assert.deepEqual([rejected.status, rejected.headers["retry-after"]], [429, "86400"]);
  assert.match(rejected.text, /An address can receive at most 20 invitations a day/);
  assert.equal((await testing.browser().open(link)).status, 200);
  await testing.database.query(fill, [elsewhere.id, "others@guests.test", 182, now]);
  store = elsewhere;
  const other = await call("POST", "/invitations.json", {
    invitation: { email: "new@guests.test", role: "manager" },
  });
  assert.match(other.text, /A store can send at most 200 invitations a day/);
  assert.equal(other.status, 429);
});

test("wrong input is rejected with the name of its field, and changes nothing", async () => {
  store = await seedStore(testing);
  const expectRejected = async (json: object) => {
    const answer = await call("POST", "/invitations.json", json);
    return [answer.status, readError(answer).fields?.map(({ path }) => path)];
  };
  assert.deepEqual(await expectRejected({ email: "no address", role: "staff", scopes: ["read_tags"] }), [
    422,
    ["email"],
  ]);
  assert.deepEqual(await expectRejected({ email: "a@b.test", role: "owner" }), [422, ["role"]]);
  assert.deepEqual(await expectRejected({ email: "a@b.test", role: "staff" }), [422, ["scopes"]]);
  assert.deepEqual(await expectRejected({ email: "a@b.test", role: "staff", scopes: ["read_all"] }), [
    422,
    ["scopes.0"],
  ]);
  const [owner] = await members();
  assert.deepEqual(await expectRejected({ email: owner?.email.toUpperCase(), role: "manager" }), [
    422,
    ["email"],
  ]);
  await invite("a@b.test", "manager");
  assert.deepEqual(await expectRejected({ email: "A@b.test", role: "manager" }), [422, ["email"]]);
  const list = await call("GET", "/invitations.json");
  assert.equal(list.json<{ total_count: number }>().total_count, 1);
});

test("a manager decides only about staff, no one about themselves; the owner stays", async () => {
  const manager = await join(await invite("manager@guests.test", "manager"));
  await join(await invite("staff@guests.test", "staff", ["read_products"]));
  const [owner] = await members();
  const ids = {
    owner: owner?.id,
    manager: (await findMember("manager@guests.test")).id,
    staff: (await findMember("staff@guests.test")).id,
  };
  const tried = async (method: string, path: string, by: Browser, json?: object) =>
    (await call(method, path, json, by)).status;
  const give = { role: "staff", scopes: ["write_tags", "read_tags"] };
  assert.equal(await tried("PUT", `/members/${ids.staff}.json`, manager, give), 200);
  assert.deepEqual((await findMember("staff@guests.test")).scopes, ["read_tags", "write_tags"]);
  assert.equal(await tried("PUT", `/members/${ids.staff}.json`, manager, { role: "manager" }), 403);
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, manager), 403);
  assert.equal(await tried("PUT", `/members/${ids.manager}.json`, manager, give), 403);
  assert.equal(await tried("POST", `/members/${ids.manager}/make_owner.json`, manager), 403);
  assert.equal(
    await tried("POST", "/invitations.json", manager, { email: "other@guests.test", role: "manager" }),
    403,
  );
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, store.owner.browser), 403);
  assert.equal(await tried("POST", `/members/${ids.manager}/make_owner.json`, store.owner.browser), 200);
  assert.deepEqual(
    (await members()).map(({ id, role }) => [id, role]),
    [
      [ids.manager, "owner"],
      [ids.owner, "manager"],
      [ids.staff, "staff"],
    ],
  );
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, store.owner.browser), 200);
  assert.equal(await tried("GET", "/members.json", store.owner.browser), 404);
});

test("an email that the server rejects for now is retried; a permanent rejection fails", async () => {
  store = await seedStore(testing);
  mailServer.rejectOnce("slow@guests.test", { message: "later", responseCode: 451 });
  mailServer.rejectOnce("nobody@guests.test", { message: "no such person", responseCode: 550 });
  await invite("slow@guests.test", "staff", ["read_tags"]);
  const loadEmailState = async (recipient: string) => {
    const text = "select state, attempts, error from mails where recipient = $1";
    return await testing.database.maybeOne<{ state: string; attempts: number; error: string }>(text, [
      recipient,
    ]);
  };
  const tried = await eventually(async () => {
    const row = await loadEmailState("slow@guests.test");
    return row?.error ? row : null;
  });
  assert.deepEqual([tried.state, tried.attempts], ["queued", 1]);
  await invite("nobody@guests.test", "staff", ["read_tags"]);
  await eventually(async () => (await loadEmailState("nobody@guests.test"))?.state === "failed");
  clock.advance(2 * 60_000);
  await eventually(async () => (await loadEmailState("slow@guests.test"))?.state === "sent");
  clock.advance(31 * 86_400_000);
  const forget =
    createJobs(testing.platform, clock).find(({ name }) => name === "forget mail") ?? assert.fail();
  await runJob(testing.database, forget);
  assert.equal(await loadEmailState("slow@guests.test"), undefined);
});

test("no link of an invitation is readable in the database", async () => {
  store = await seedStore(testing);
  const { link } = await invite("secret@guests.test", "staff", ["read_tags"]);
  const token = new URL(link).searchParams.get("token") ?? "";
  assert.ok(token.length > 20);
  const text = "select position(convert_to($1, 'UTF8') in ciphertext) as at from mails where recipient = $2";
  const rows = await testing.database.many(text, [token, "secret@guests.test"]);
  assert.deepEqual(rows, [{ at: 0 }]);
});

test("a store has at most 100 open invitations, even with simultaneous requests", async () => {
  store = await seedStore(testing);
  await testing.database.query(
    `insert into invitations (store_id, email, role, token_hash, expires_at)
     select $1::bigint, 'open' || n || '@guests.test', 'manager', sha256(concat($1::bigint, ' ', n)::bytea), now() + interval '7 days'
     from generate_series(1, 95) n`,
    [store.id],
  );
  const asked = Array.from({ length: 30 }, (_, index) =>
    call("POST", "/invitations.json", { invitation: { email: `many${index}@guests.test`, role: "manager" } }),
  );
  const answers = await Promise.all(asked);
  const rejected = answers.filter(({ status }) => status !== 200);
  assert.deepEqual([...new Set(rejected.map((answer) => readError(answer).code))], ["conflict"]);
  const counted = "select count(*) as n from invitations where store_id = $1";
  const row = await testing.database.one<{ n: number }>(counted, [store.id]);
  assert.deepEqual([row.n, rejected.length], [100, 25]);
});
