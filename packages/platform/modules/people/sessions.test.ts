import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { fakeClock, type TestDatabase, testDatabase } from "@souk/testkit";
import { secureRandomText } from "../../runtime/random.ts";
import { endAllSessions, findSession } from "./index.ts";
import type { Audience } from "./session-rules.ts";
import { endSession, startSession, sweepSessions } from "./sessions.ts";

const minutes = 60_000;
const hours = 60 * minutes;

let made: TestDatabase;

before(async () => {
  made = await testDatabase();
});
after(() => made.stop());

let accounts = 0;

async function account(): Promise<number> {
  accounts += 1;
  const text = "insert into accounts (email, name, password_hash) values ($1, 'Aisha', '') returning id";
  const row = await made.database.maybeOne<{ id: number }>(text, [`a${accounts}@people.test`]);
  return row?.id ?? 0;
}

async function begin(
  account_id: number,
  now: Date,
  replaces: Buffer | null = null,
  audience: Audience = "admin",
) {
  return startSession(made.database, { account_id, audience, now, replaces }, secureRandomText);
}

function find(sessionId: string, now: number, audience: Audience = "admin") {
  return findSession(made.database, { sessionId, audience }, new Date(now));
}

test("a session's id is 256 random bits of which only the SHA-256 is stored", async () => {
  const clock = fakeClock();
  const id = await account();
  const { session_id, csrf_token, expires_at } = await begin(id, new Date(clock.now()));
  assert.equal(Buffer.from(session_id, "base64url").length, 32);
  const found = await find(session_id, clock.now());
  assert.deepEqual(found, {
    account_id: id,
    email: found?.email,
    name: "Aisha",
    is_staff: false,
    csrf_token,
    expires_at,
    session_hash: createHash("sha256").update(session_id).digest(),
  });
  const rows = await made.database.many<{ text: string }>("select s::text as text from sessions s");
  for (const { text } of rows) {
    for (const secret of [session_id, Buffer.from(session_id).toString("hex"), csrf_token]) {
      assert.equal(text.includes(secret), false);
    }
  }
});

test("an unknown session id finds nothing, whatever its format", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  for (const id of ["", "x", "A".repeat(43), "A".repeat(44), "' or 1=1 --", "\0".repeat(43)]) {
    assert.equal(await find(id, now), null);
  }
});

test("P34: a session is valid on one origin only", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const id = await account();
  const { session_id } = await begin(id, new Date(now), null, "partners");
  assert.equal(await find(session_id, now, "admin"), null);
  assert.equal((await find(session_id, now, "partners"))?.account_id, id);
});

test("P34: a new session ends the browser's former one", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const id = await account();
  const first = await begin(id, new Date(now));
  const hash = (await find(first.session_id, now))?.session_hash ?? null;
  const second = await begin(id, new Date(now), hash);
  assert.notEqual(second.session_id, first.session_id);
  assert.notEqual(second.csrf_token, first.csrf_token);
  assert.equal(await find(first.session_id, now), null);
  assert.equal((await find(second.session_id, now))?.account_id, id);
});

test("P34: a session ends after twelve hours without a visit, and a visit extends it", async () => {
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id } = await begin(await account(), new Date(clock.now()));
  clock.advance(12 * hours - 1);
  assert.ok(await find(session_id, clock.now()));
  clock.advance(12 * hours - 1);
  assert.ok(await find(session_id, clock.now()));
  clock.advance(12 * hours);
  assert.equal(await find(session_id, clock.now()), null);
});

test("P34: a session ends after seven days, however often it is used", async () => {
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id, expires_at } = await begin(await account(), new Date(clock.now()));
  for (let visit = 0; visit < 27; visit++) {
    clock.advance(6 * hours);
    assert.ok(await find(session_id, clock.now()));
  }
  assert.equal(expires_at.getTime(), clock.now() + 6 * hours);
  clock.advance(6 * hours);
  assert.equal(await find(session_id, clock.now()), null);
});

test("a visit is recorded at most once a minute", async () => {
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id } = await begin(await account(), new Date(clock.now()));
  const hash = createHash("sha256").update(session_id).digest();
  const seen = async () => {
    const text = "select seen_at from sessions where id_hash = $1";
    return (await made.database.maybeOne<{ seen_at: Date }>(text, [hash]))?.seen_at.getTime();
  };
  const start = clock.now();
  clock.advance(minutes - 1);
  await find(session_id, clock.now());
  assert.equal(await seen(), start);
  clock.advance(1);
  await find(session_id, clock.now());
  assert.equal(await seen(), start + minutes);
});

test("P34: an ended session finds nothing; ending an account's sessions leaves all others", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const [one, other] = [await account(), await account()];
  const [first, second, partner, others] = [
    await begin(one, new Date(now)),
    await begin(one, new Date(now)),
    await begin(one, new Date(now), null, "partners"),
    await begin(other, new Date(now)),
  ];
  await endSession(made.database, (await find(first.session_id, now))?.session_hash ?? Buffer.alloc(0));
  assert.equal(await find(first.session_id, now), null);
  assert.ok(await find(second.session_id, now));
  await endAllSessions(made.database, one);
  assert.equal(await find(second.session_id, now), null);
  assert.equal(await find(partner.session_id, now, "partners"), null);
  assert.ok(await find(others.session_id, now));
});

test("the cleanup deletes only sessions that are over", async () => {
  await made.database.query("delete from sessions");
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const id = await account();
  const idle = await begin(id, new Date(clock.now()));
  clock.advance(11 * hours);
  const alive = await begin(id, new Date(clock.now()));
  clock.advance(hours);
  assert.equal(await sweepSessions(made.database, new Date(clock.now())), 1);
  assert.equal(await find(idle.session_id, clock.now()), null);
  assert.ok(await find(alive.session_id, clock.now()));
});
