import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, operations, type Scope } from "@souk/contract";
import {
  type Browser,
  eventually,
  type FakeClock,
  fakeClock,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { runJob } from "../../housekeeping/start-housekeeping.ts";
import { errorOf } from "../../http/testing/shop-api.ts";
import { type MailServer, startMailServer } from "../../mail/testing/mail-server.ts";
import { createJobs } from "../../wiring/jobs.ts";

type Sent = AnswerOf<typeof operations.createInvitation>["invitation"];
type Member = AnswerOf<typeof operations.updateMember>["member"];

let clock: FakeClock;
let testing: TestPlatform;
let shop: SeededShop;
let mailServer: MailServer;

before(async () => {
  mailServer = await startMailServer();
  clock = fakeClock();
  testing = await testPlatform({ clock, config: { mail: mailServer.mail } });
  shop = await seedShop(testing);
});
after(async () => {
  await testing.stop();
  await mailServer.stop();
});

function call(method: string, path: string, json?: object, by: Browser = shop.owner.browser) {
  return by.call(method, `${shop.host_url}/api/console${path}`, json);
}

async function invite(email: string, role: "manager" | "staff", scopes: Scope[] = []): Promise<Sent> {
  const answer = await call("POST", "/invitations.json", { invitation: { email, role, scopes } });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.createInvitation.answer, answer.json()), answer.text);
  return answer.json<{ invitation: Sent }>().invitation;
}

/** Opens an invitation's link in a new browser and makes the account. */
async function join({ link }: Sent): Promise<Browser> {
  const guest = testing.browser();
  const page = await guest.open(link);
  assert.equal(page.status, 200, page.text);
  const end = await guest.press(page, "Create account and accept", {
    name: "Guest",
    password: "a long enough password",
  });
  assert.equal(end.leadsTo, shop.host_url, end.text);
  // The session's token, which the panel gets with its document.
  await guest.call("GET", `${testing.addresses.adminOrigin}/api/console/session.json`);
  return guest;
}

async function members(by?: Browser): Promise<Member[]> {
  const answer = await call("GET", "/members.json", undefined, by);
  assert.ok(Check(operations.listMembers.answer, answer.json()), answer.text);
  return answer.json<{ members: Member[] }>().members;
}

async function memberOf(email: string): Promise<Member> {
  return (await members()).find((one) => one.email === email) ?? assert.fail(email);
}

test("somebody invited gets a mail, makes an account by its link and may do what was chosen, and no more", async () => {
  const invitation = await invite("packer@guests.test", "staff", ["read_products", "read_orders"]);
  assert.equal(invitation.is_mailed, true);
  const { message } = await eventually(
    () => mailServer.received.find(({ to }) => to === "packer@guests.test") ?? null,
  );
  assert.ok(message.includes(invitation.link), message);
  assert.match(message, /^Subject: Join /m);
  const guest = await join(invitation);
  const products = await guest.call("GET", `${shop.host_url}/api/3.0/products.json`);
  assert.equal(products.status, 200);
  const refused = await guest.call("POST", `${shop.host_url}/api/3.0/products.json`, { title: "Mine" });
  assert.deepEqual([refused.status, errorOf(refused).required_scope], [403, "write_products"]);
  const people = await call("GET", "/members.json", undefined, guest);
  assert.deepEqual([people.status, errorOf(people).code], [403, "not_allowed"]);
  const told = await call("GET", "/audit_entries.json?resource=member&action=create&sort=created_at.desc");
  const [entry] = told.json<AnswerOf<typeof operations.listAuditEntries>>().audit_entries;
  assert.deepEqual([entry?.label, entry?.actor.name], ["packer@guests.test", "Guest"]);
  const again = await testing.browser().open(invitation.link);
  assert.equal(again.status, 404);
  assert.match(again.text, /good no more/);
});

test("an invitation is for one address: another account cannot take it, its own signs in first", async () => {
  const first = await invite("twice@guests.test", "staff", ["read_products"]);
  const guest = await join(first);
  const member = await memberOf("twice@guests.test");
  assert.equal((await call("DELETE", `/members/${member.id}.json`)).status, 200);
  assert.equal((await guest.call("GET", `${shop.host_url}/api/3.0/products.json`)).status, 404);
  const { link } = await invite("twice@guests.test", "manager");
  const stranger = await shop.owner.browser.open(link);
  assert.match(stranger.text, /you are signed in as/);
  assert.match((await testing.browser().open(link)).text, /Sign in<\/a>/);
  const accepted = await guest.press(await guest.open(link), "Accept");
  assert.equal(accepted.leadsTo, shop.host_url);
  assert.equal((await memberOf("twice@guests.test")).role, "manager");
});

test("whoever sends the form of their own invitation with another's link joins by neither", async () => {
  const own = await invite("sly@guests.test", "staff", ["read_tags"]);
  const sly = await join(own);
  const { id } = await memberOf("sly@guests.test");
  assert.equal((await call("DELETE", `/members/${id}.json`)).status, 200);
  const page = await sly.open((await invite("sly@guests.test", "staff", ["read_tags"])).link);
  const others = await invite("chosen@guests.test", "manager");
  const token = new URL(others.link).searchParams.get("token") ?? assert.fail();
  const answer = await sly.press(page, "Accept", { token });
  assert.match(answer.text, /is for <strong>chosen@guests\.test<\/strong>/);
  const there = (await members()).map(({ email }) => email);
  assert.ok(!there.includes("sly@guests.test") && !there.includes("chosen@guests.test"), there.join());
});

test("a link is good for 7 days, until it is sent again or withdrawn", async () => {
  const first = await invite("late@guests.test", "staff", ["read_tags"]);
  const resent = await call("POST", `/invitations/${first.id}/resend.json`);
  const { link } = resent.json<{ invitation: Sent }>().invitation;
  assert.equal((await testing.browser().open(first.link)).status, 404);
  assert.equal((await testing.browser().open(link)).status, 200);
  clock.advance(7 * 86_400_000);
  assert.equal((await testing.browser().open(link)).status, 404);
});

test("an address is sent 20 invitations a day, of whichever shop; the link of one that is refused stays as it is", async () => {
  shop = await seedShop(testing);
  const elsewhere = await seedShop(testing);
  const fill = `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, 'invitation', $2, '', '', '', '', 'sent', $4, $4 from generate_series(1, $3::int)`;
  const now = new Date(clock.now());
  await testing.database.query(fill, [elsewhere.id, "OFTEN@guests.test", 18, now]);
  const first = await invite("often@guests.test", "staff", ["read_tags"]);
  const resend = () => call("POST", `/invitations/${first.id}/resend.json`);
  const { link } = (await resend()).json<{ invitation: Sent }>().invitation;
  const refused = await resend();
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "86400"]);
  assert.match(refused.text, /An address is sent at most 20 invitations a day/);
  assert.equal((await testing.browser().open(link)).status, 200);
  await testing.database.query(fill, [elsewhere.id, "others@guests.test", 182, now]);
  shop = elsewhere;
  const other = await call("POST", "/invitations.json", {
    invitation: { email: "new@guests.test", role: "manager" },
  });
  assert.match(other.text, /A shop sends at most 200 invitations a day/);
  assert.equal(other.status, 429);
});

test("wrong input names its field, and changes nothing", async () => {
  shop = await seedShop(testing);
  const refused = async (json: object) => {
    const answer = await call("POST", "/invitations.json", json);
    return [answer.status, errorOf(answer).fields?.map(({ path }) => path)];
  };
  assert.deepEqual(await refused({ email: "no address", role: "staff", scopes: ["read_tags"] }), [
    422,
    ["email"],
  ]);
  assert.deepEqual(await refused({ email: "a@b.test", role: "owner" }), [422, ["role"]]);
  assert.deepEqual(await refused({ email: "a@b.test", role: "staff" }), [422, ["scopes"]]);
  assert.deepEqual(await refused({ email: "a@b.test", role: "staff", scopes: ["read_all"] }), [
    422,
    ["scopes.0"],
  ]);
  const [owner] = await members();
  assert.deepEqual(await refused({ email: owner?.email.toUpperCase(), role: "manager" }), [422, ["email"]]);
  await invite("a@b.test", "manager");
  assert.deepEqual(await refused({ email: "A@b.test", role: "manager" }), [422, ["email"]]);
  const list = await call("GET", "/invitations.json");
  assert.equal(list.json<{ total_count: number }>().total_count, 1);
});

test("a manager decides about staff alone, nobody about themselves, and the owner stays until the shop is handed over", async () => {
  const manager = await join(await invite("manager@guests.test", "manager"));
  await join(await invite("staff@guests.test", "staff", ["read_products"]));
  const [owner] = await members();
  const ids = {
    owner: owner?.id,
    manager: (await memberOf("manager@guests.test")).id,
    staff: (await memberOf("staff@guests.test")).id,
  };
  const tried = async (method: string, path: string, by: Browser, json?: object) =>
    (await call(method, path, json, by)).status;
  const give = { role: "staff", scopes: ["write_tags", "read_tags"] };
  assert.equal(await tried("PUT", `/members/${ids.staff}.json`, manager, give), 200);
  assert.deepEqual((await memberOf("staff@guests.test")).scopes, ["read_tags", "write_tags"]);
  assert.equal(await tried("PUT", `/members/${ids.staff}.json`, manager, { role: "manager" }), 403);
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, manager), 403);
  assert.equal(await tried("PUT", `/members/${ids.manager}.json`, manager, give), 403);
  assert.equal(await tried("POST", `/members/${ids.manager}/make_owner.json`, manager), 403);
  assert.equal(
    await tried("POST", "/invitations.json", manager, { email: "other@guests.test", role: "manager" }),
    403,
  );
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, shop.owner.browser), 403);
  assert.equal(await tried("POST", `/members/${ids.manager}/make_owner.json`, shop.owner.browser), 200);
  assert.deepEqual(
    (await members()).map(({ id, role }) => [id, role]),
    [
      [ids.manager, "owner"],
      [ids.owner, "manager"],
      [ids.staff, "staff"],
    ],
  );
  assert.equal(await tried("DELETE", `/members/${ids.owner}.json`, shop.owner.browser), 200);
  assert.equal(await tried("GET", "/members.json", shop.owner.browser), 404);
});

test("a mail that the server cannot take now is tried again, one that it refuses for good has failed", async () => {
  shop = await seedShop(testing);
  mailServer.refuseOnce("slow@guests.test", { message: "later", responseCode: 451 });
  mailServer.refuseOnce("nobody@guests.test", { message: "no such person", responseCode: 550 });
  await invite("slow@guests.test", "staff", ["read_tags"]);
  const stateOf = async (recipient: string) => {
    const text = "select state, attempts, error from mails where recipient = $1";
    return (
      await testing.database.query<{ state: string; attempts: number; error: string }>(text, [recipient])
    ).rows[0];
  };
  const tried = await eventually(async () => {
    const row = await stateOf("slow@guests.test");
    return row?.error ? row : null;
  });
  assert.deepEqual([tried.state, tried.attempts], ["queued", 1]);
  await invite("nobody@guests.test", "staff", ["read_tags"]);
  await eventually(async () => (await stateOf("nobody@guests.test"))?.state === "failed");
  clock.advance(2 * 60_000);
  await eventually(async () => (await stateOf("slow@guests.test"))?.state === "sent");
  clock.advance(31 * 86_400_000);
  const forget =
    createJobs(testing.platform, clock).find(({ name }) => name === "forget mail") ?? assert.fail();
  await runJob(testing.database, forget);
  assert.equal(await stateOf("slow@guests.test"), undefined);
});

test("no link of an invitation lies in the database to be read", async () => {
  shop = await seedShop(testing);
  const { link } = await invite("secret@guests.test", "staff", ["read_tags"]);
  const token = new URL(link).searchParams.get("token") ?? "";
  assert.ok(token.length > 20);
  const text = "select position(convert_to($1, 'UTF8') in ciphertext) as at from mails where recipient = $2";
  const { rows } = await testing.database.query(text, [token, "secret@guests.test"]);
  assert.deepEqual(rows, [{ at: 0 }]);
});

test("a shop has at most 100 open invitations, however many are sent at once", async () => {
  shop = await seedShop(testing);
  await testing.database.query(
    `insert into invitations (store_id, email, role, token_hash, expires_at)
     select $1::bigint, 'open' || n || '@guests.test', 'manager', sha256(concat($1::bigint, ' ', n)::bytea), now() + interval '7 days'
     from generate_series(1, 95) n`,
    [shop.id],
  );
  const asked = Array.from({ length: 30 }, (_, at) =>
    call("POST", "/invitations.json", { invitation: { email: `many${at}@guests.test`, role: "manager" } }),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual([...new Set(refused.map((answer) => errorOf(answer).code))], ["conflict"]);
  const counted = "select count(*) as n from invitations where store_id = $1";
  const { rows } = await testing.database.query<{ n: number }>(counted, [shop.id]);
  assert.deepEqual([rows[0]?.n, refused.length], [100, 25]);
});
