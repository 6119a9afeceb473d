import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { createFakeClock, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { secureRandomText } from "../../runtime/random.ts";
import { endAllSessions, findSession } from "./index.ts";
import type { Audience } from "./session-rules.ts";
import { deleteEndedSessions, endSession, startSession } from "./sessions.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

let accountCount = 0;

async function createAccount(): Promise<number> {
  accountCount += 1;
  const text =
    "insert into accounts (email, name, password_hash, email_verified_at) values ($1, 'Aisha', '', now()) returning id";
  const row = await db.database.maybeOne<{ id: number }>(text, [`a${accountCount}@people.test`]);
  return row?.id ?? 0;
}

const device = { user_agent: "Test/1", client_address: "192.0.2.1", device_id: null, request_id: "r" };

async function startTestSession(
  account_id: number,
  now: Date,
  formerSession: Buffer | null = null,
  audience: Audience = "admin",
) {
  return startSession(db.database, { account_id, audience, now, formerSession, device }, secureRandomText);
}

function findSessionAt(sessionId: string, now: number, audience: Audience = "admin") {
  return findSession(db.database, { sessionId, audience }, new Date(now));
}

test("a session id has 256 random bits, and only its SHA-256 hash is stored", async () => {
  const clock = createFakeClock();
  const id = await createAccount();
  const { session_id, csrf_token, expires_at } = await startTestSession(id, new Date(clock.now()));
  assert.equal(Buffer.from(session_id, "base64url").length, 32);
  const session = await findSessionAt(session_id, clock.now());
  assert.deepEqual(session, {
    account_id: id,
    email: session?.email,
    name: "Aisha",
    is_staff: false,
    is_email_verified: true,
    csrf_token,
    expires_at,
    session_hash: createHash("sha256").update(session_id).digest(),
    verified_at: new Date(clock.now()),
    must_add_factor: false,
  });
  const rows = await db.database.many<{ text: string }>("select s::text as text from sessions s");
  for (const { text } of rows) {
    for (const secret of [session_id, Buffer.from(session_id).toString("hex"), csrf_token]) {
      assert.equal(text.includes(secret), false);
    }
  }
});

test("an unknown or malformed session id finds no session", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  for (const id of ["", "x", "A".repeat(43), "A".repeat(44), "' or 1=1 --", "\0".repeat(43)]) {
    assert.equal(await findSessionAt(id, now), null);
  }
});

test("P34: a session is valid only on the origin it was created for", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const id = await createAccount();
  const { session_id } = await startTestSession(id, new Date(now), null, "partners");
  assert.equal(await findSessionAt(session_id, now, "admin"), null);
  assert.equal((await findSessionAt(session_id, now, "partners"))?.account_id, id);
});

test("P34: a new session ends the browser's former session", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const id = await createAccount();
  const first = await startTestSession(id, new Date(now));
  const hash = (await findSessionAt(first.session_id, now))?.session_hash ?? null;
  const second = await startTestSession(id, new Date(now), hash);
  assert.notEqual(second.session_id, first.session_id);
  assert.notEqual(second.csrf_token, first.csrf_token);
  assert.equal(await findSessionAt(first.session_id, now), null);
  assert.equal((await findSessionAt(second.session_id, now))?.account_id, id);
});

test("P34: a session ends twelve hours after its last use", async () => {
  const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id } = await startTestSession(await createAccount(), new Date(clock.now()));
  clock.advance(12 * hourMs - 1);
  assert.ok(await findSessionAt(session_id, clock.now()));
  clock.advance(12 * hourMs - 1);
  assert.ok(await findSessionAt(session_id, clock.now()));
  clock.advance(12 * hourMs);
  assert.equal(await findSessionAt(session_id, clock.now()), null);
});

test("P34: a session ends after seven days even if it is used", async () => {
  const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id, expires_at } = await startTestSession(await createAccount(), new Date(clock.now()));
  for (let visit = 0; visit < 27; visit++) {
    clock.advance(6 * hourMs);
    assert.ok(await findSessionAt(session_id, clock.now()));
  }
  assert.equal(expires_at.getTime(), clock.now() + 6 * hourMs);
  clock.advance(6 * hourMs);
  assert.equal(await findSessionAt(session_id, clock.now()), null);
});

test("the last use of a session is recorded at most once a minute", async () => {
  const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
  const { session_id } = await startTestSession(await createAccount(), new Date(clock.now()));
  const hash = createHash("sha256").update(session_id).digest();
  const loadSeenAt = async () => {
    const text = "select seen_at from sessions where id_hash = $1";
    return (await db.database.maybeOne<{ seen_at: Date }>(text, [hash]))?.seen_at.getTime();
  };
  const startMs = clock.now();
  clock.advance(minuteMs - 1);
  await findSessionAt(session_id, clock.now());
  assert.equal(await loadSeenAt(), startMs);
  clock.advance(1);
  await findSessionAt(session_id, clock.now());
  assert.equal(await loadSeenAt(), startMs + minuteMs);
});

test("P34: ending all sessions of an account doesn't end other accounts' sessions", async () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const [accountId, otherAccountId] = [await createAccount(), await createAccount()];
  const [first, second, partnerSession, otherSession] = [
    await startTestSession(accountId, new Date(now)),
    await startTestSession(accountId, new Date(now)),
    await startTestSession(accountId, new Date(now), null, "partners"),
    await startTestSession(otherAccountId, new Date(now)),
  ];
  await endSession(
    db.database,
    (await findSessionAt(first.session_id, now))?.session_hash ?? Buffer.alloc(0),
  );
  assert.equal(await findSessionAt(first.session_id, now), null);
  assert.ok(await findSessionAt(second.session_id, now));
  await endAllSessions(db.database, accountId);
  assert.equal(await findSessionAt(second.session_id, now), null);
  assert.equal(await findSessionAt(partnerSession.session_id, now, "partners"), null);
  assert.ok(await findSessionAt(otherSession.session_id, now));
});

test("the job that deletes ended sessions deletes only ended or idle sessions", async () => {
  await db.database.query("delete from sessions");
  const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
  const id = await createAccount();
  const idleSession = await startTestSession(id, new Date(clock.now()));
  clock.advance(11 * hourMs);
  const validSession = await startTestSession(id, new Date(clock.now()));
  clock.advance(hourMs);
  assert.equal(await deleteEndedSessions(db.database, new Date(clock.now())), 1);
  assert.equal(await findSessionAt(idleSession.session_id, clock.now()), null);
  assert.ok(await findSessionAt(validSession.session_id, clock.now()));
});
