import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "@souk/contract";
import { createAddresses } from "../runtime/addresses.ts";
import { sessionCookieNames } from "./cookies.ts";
import { type AuthenticatedCaller, type CallerHint, createKnownCallers } from "./known-callers.ts";
import { createServer } from "./server.ts";
import { createThreadTurns, mountThreadTurns, type ThreadTurns } from "./thread-turns.ts";

/** The headers and the address of a request. */
function buildRequest(headers: CallerHint["headers"], ip = "127.0.0.1"): CallerHint {
  return { headers, ip };
}

const byToken = (token: string): CallerHint => buildRequest({ "service-access-token": token });

/** An authenticated app of the store with this id. */
const buildApp = (id: number): AuthenticatedCaller => ({
  store: { id },
  installation: { id },
  signed_in: null,
});

/** Create the turns of a thread, and a function that sets how many milliseconds each turn of the thread's event loop takes. */
function createTestTurns() {
  let time = 0;
  let turnMs = 0;
  const callers = createKnownCallers();
  const turns = createThreadTurns(callers, () => {
    time += turnMs;
    return time;
  });
  const setTurnMs = (ms: number) => {
    turnMs = ms;
  };
  return { turns, remember: callers.remember, setTurnMs };
}

/** Let requests start until only one starts in each turn, because turns take long. */
async function overload(
  { turns, setTurnMs }: ReturnType<typeof createTestTurns>,
  request: CallerHint,
): Promise<void> {
  setTurnMs(100);
  for (let turn = 0; turn < 10; turn += 1) {
    void turns.start(request);
    await nextTurn();
  }
}

test("while turns of the event loop are short, every request starts at once", async () => {
  const { turns } = createTestTurns();
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 50; n += 1) assert.equal(turns.start(byToken(`token ${n}`)), null);
    await nextTurn();
  }
});

test("while turns of the event loop are long, a store with one request does not wait for the many requests of another store", async () => {
  const testTurns = createTestTurns();
  const { turns, remember } = testTurns;
  const [busy, quiet] = [byToken("busy"), byToken("quiet")];
  remember(busy, buildApp(1));
  remember(quiet, buildApp(2));
  await overload(testTurns, busy);
  const started: string[] = [];
  const start = (request: CallerHint, name: string) =>
    (turns.start(request) ?? Promise.resolve()).then(() => void started.push(name));
  const requests = Array.from({ length: 100 }, () => start(busy, "busy"));
  requests.push(start(quiet, "quiet"));
  testTurns.setTurnMs(0);
  await Promise.all(requests);
  assert.ok(started.indexOf("quiet") <= 3, `started as request ${started.indexOf("quiet")}`);
});

test("all unauthenticated callers have one common share of the thread's time, in which IP addresses take turns", async () => {
  const testTurns = createTestTurns();
  const { turns, remember } = testTurns;
  const store = byToken("store");
  remember(store, buildApp(1));
  await overload(testTurns, store);
  const started: string[] = [];
  const start = (request: CallerHint, name: string) =>
    (turns.start(request) ?? Promise.resolve()).then(() => void started.push(name));
  const requests: Promise<void>[] = [];
  // The credentials of strangers can be made up, so strangers must not get a share for each credential that they send.
  for (let n = 0; n < 50; n += 1)
    requests.push(start(buildRequest({ cookie: `made up ${n}` }, "192.0.2.1"), "flood"));
  requests.push(start(buildRequest({}, "192.0.2.2"), "visitor"));
  for (let n = 0; n < 10; n += 1) requests.push(start(store, "store"));
  testTurns.setTurnMs(0);
  await Promise.all(requests);
  assert.ok(started.indexOf("visitor") <= 8, `started as request ${started.indexOf("visitor")}`);
  assert.ok(
    started.lastIndexOf("store") <= 25,
    `last one started as request ${started.lastIndexOf("store")}`,
  );
});

test("a share of the thread's time with too many waiting requests accepts no further request, but other shares do", async () => {
  const testTurns = createTestTurns();
  const { turns, remember } = testTurns;
  const busy = byToken("busy");
  remember(busy, buildApp(1));
  await overload(testTurns, busy);
  const waiting = Array.from({ length: 199 }, () => turns.start(busy));
  assert.throws(() => {
    for (let n = 0; n < 100; n += 1) waiting.push(turns.start(busy));
  }, /temporarily unavailable/);
  const other = turns.start(byToken("other"));
  testTurns.setTurnMs(0);
  await Promise.all([...waiting, other]);
});

test("a caller with a made-up token waits in the line of visitors, and a person with a session does not", async () => {
  const testTurns = createTestTurns();
  const { turns, remember } = testTurns;
  const busy = byToken("busy");
  remember(busy, buildApp(1));
  const madeUp = byToken("made up");
  remember(madeUp, { store: { id: 2 }, installation: null, signed_in: null });
  const sessionId = "session of a person";
  const session_hash = createHash("sha256").update(sessionId).digest();
  const person = buildRequest({ cookie: `other=1; ${sessionCookieNames.admin}=${sessionId}; more=2` });
  remember(person, {
    store: { id: 2 },
    installation: null,
    signed_in: { account_id: 5, session_hash },
  });
  await overload(testTurns, busy);
  const started: string[] = [];
  const start = (request: CallerHint, name: string) =>
    (turns.start(request) ?? Promise.resolve()).then(() => void started.push(name));
  const requests = Array.from({ length: 50 }, () => start(buildRequest({}), "visitor"));
  requests.push(start(madeUp, "made up"), start(person, "person"));
  testTurns.setTurnMs(0);
  await Promise.all(requests);
  assert.ok(started.indexOf("person") <= 3, `started as request ${started.indexOf("person")}`);
  assert.equal(started.at(-1), "made up");
});

/** Start a server with a probe, which is served at once, and a page, whose requests wait for these turns. */
async function createTestServer(t: TestContext, turns: Pick<ThreadTurns, "start">) {
  const server = createServer({
    addresses: createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 }),
    randomText: () => "request",
    trustProxy: false,
    report: () => undefined,
  });
  t.after(() => server.close());
  server.get("/health/live", async () => "live");
  mountThreadTurns(server, { ...createThreadTurns(createKnownCallers()), ...turns });
  server.get("/page", async () => "page");
  await server.ready();
  return (url: string) => server.inject({ url, headers: { host: "admin.souk.localhost:4000" } });
}

test("a request waits for its turn, and a health probe is served at once", async (t) => {
  const turn = Promise.withResolvers<void>();
  const send = await createTestServer(t, { start: () => turn.promise });
  let isServed = false;
  const response = send("/page").finally(() => {
    isServed = true;
  });
  assert.equal((await send("/health/live")).payload, "live");
  assert.equal(isServed, false);
  turn.resolve();
  assert.equal((await response).payload, "page");
});

test("a request that waits too long for its turn, or comes when too many are waiting, gets 503", async (t) => {
  const error = new ApiError("unavailable", { retry_after_s: 1 });
  const sendAndWaitTooLong = await createTestServer(t, { start: () => Promise.reject(error) });
  assert.equal((await sendAndWaitTooLong("/page")).statusCode, 503);
  const sendToFullLine = await createTestServer(t, {
    start: () => {
      throw error;
    },
  });
  const response = await sendToFullLine("/page");
  assert.deepEqual([response.statusCode, response.headers["retry-after"]], [503, "1"]);
});
