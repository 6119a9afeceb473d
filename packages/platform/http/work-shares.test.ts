import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createFakeClock } from "@souk/testkit";
import { createWorkShares, type WorkOwner, type WorkShares } from "./work-shares.ts";

/**
 * Create shares of 8 slots, of which a store can take 6; while other stores are active, a slow store can take 2. By default,
 * every request has a core.
 */
function createShares(cores = 8) {
  const clock = createFakeClock();
  return { clock, shares: createWorkShares({ slots: 8, cores }, clock) };
}

/** Return the owner of a store's work; by default, each store has one caller. */
const owner = (storeId: number, caller = "app") => ({ share: storeId, caller });

/** Start requests of a store. The work of each request ends when the test ends it. */
function startRequests(
  shares: WorkShares,
  storeId: number,
  count: number,
  { caller, ...options }: { isBatchedRead?: boolean; caller?: string } = {},
) {
  const requests = Array.from({ length: count }, () => ({
    isStarted: false,
    work: Promise.withResolvers<void>(),
    done: Promise.resolve<unknown>(undefined),
  }));
  for (const request of requests)
    request.done = shares.run(
      owner(storeId, caller),
      () => {
        request.isStarted = true;
        return request.work.promise;
      },
      options,
    );
  return {
    countStarted: () => requests.filter(({ isStarted }) => isStarted).length,
    async end(index: number): Promise<void> {
      requests[index]?.work.resolve();
      await requests[index]?.done;
      await setImmediate();
    },
    async endAll(): Promise<void> {
      for (const { work } of requests) work.resolve();
      await Promise.all(requests.map(({ done }) => done));
    },
  };
}

test("a store has at most three quarters of the database slots, so another store's requests start at once", async () => {
  const { shares } = createShares();
  const first = startRequests(shares, 1, 20);
  const second = startRequests(shares, 2, 2);
  assert.equal(first.countStarted(), 6);
  assert.equal(second.countStarted(), 2);
  await Promise.all([first.endAll(), second.endAll()]);
  assert.equal(first.countStarted(), 20);
});

test("while other stores are active, a store may use only a quarter of the database slots during a request of over 100 ms and for 10 s after it", async () => {
  const { shares, clock } = createShares();
  const sendFromOtherStore = () => shares.run(owner(9), async () => undefined);
  await sendFromOtherStore();
  const slowRequest = startRequests(shares, 1, 1);
  clock.advance(101);
  const moreRequests = startRequests(shares, 1, 5);
  assert.equal(moreRequests.countStarted(), 1);
  await slowRequest.end(0);
  assert.equal(moreRequests.countStarted(), 2);
  await moreRequests.endAll();
  clock.advance(9_999);
  await sendFromOtherStore();
  const earlyRequests = startRequests(shares, 1, 5);
  assert.equal(earlyRequests.countStarted(), 2);
  await earlyRequests.endAll();
  clock.advance(10_001);
  await sendFromOtherStore();
  const lateRequests = startRequests(shares, 1, 5);
  assert.equal(lateRequests.countStarted(), 5);
  await lateRequests.endAll();
});

test("while connections are free, batched reads need no database slot, but other requests do", async () => {
  const clock = createFakeClock();
  let areConnectionsFree = true;
  const limits = { slots: 8, cores: 8, hasFreeConnections: () => areConnectionsFree };
  const shares = createWorkShares(limits, clock);
  const reads = startRequests(shares, 1, 20, { isBatchedRead: true });
  assert.equal(reads.countStarted(), 20);
  const otherRequests = startRequests(shares, 1, 20);
  assert.equal(otherRequests.countStarted(), 6);
  const moreReads = startRequests(shares, 1, 2, { isBatchedRead: true });
  assert.equal(moreReads.countStarted(), 2);
  areConnectionsFree = false;
  const lateReads = startRequests(shares, 1, 2, { isBatchedRead: true });
  assert.equal(lateReads.countStarted(), 0);
  await Promise.all([reads, otherRequests, moreReads, lateReads].map((requests) => requests.endAll()));
  areConnectionsFree = true;
  const slowRequest = startRequests(shares, 1, 1);
  clock.advance(101);
  const readsOfSlowStore = startRequests(shares, 1, 20, { isBatchedRead: true });
  assert.equal(readsOfSlowStore.countStarted(), 5);
  await Promise.all([slowRequest.endAll(), readsOfSlowStore.endAll()]);
});

test("a slow store has three quarters of the database slots if no other store is active", async () => {
  const { shares, clock } = createShares();
  const slowRequest = startRequests(shares, 1, 1);
  clock.advance(101);
  const moreRequests = startRequests(shares, 1, 9);
  assert.equal(moreRequests.countStarted(), 5);
  await Promise.all([slowRequest.endAll(), moreRequests.endAll()]);
  clock.advance(10_001);
  await shares.run(owner(9), async () => undefined);
  clock.advance(10_001);
  const laterRequests = startRequests(shares, 1, 9);
  assert.equal(laterRequests.countStarted(), 6);
  await laterRequests.endAll();
});

test("all slow stores together leave a quarter of the database slots to other stores", async () => {
  const { shares, clock } = createShares();
  const slowRequests = [1, 2, 3, 4].map((storeId) => startRequests(shares, storeId, 1));
  clock.advance(101);
  const moreRequests = [1, 2, 3, 4].map((storeId) => startRequests(shares, storeId, 2));
  assert.equal(
    moreRequests.reduce((sum, { countStarted }) => sum + countStarted(), 0),
    2,
  );
  const requestsOfOtherStore = startRequests(shares, 5, 2);
  assert.equal(requestsOfOtherStore.countStarted(), 2);
  await Promise.all(
    [...slowRequests, ...moreRequests, requestsOfOtherStore].map((requests) => requests.endAll()),
  );
});

test("while more requests run than there are cores, a request's reported time is its share of the elapsed time", async () => {
  const { shares, clock } = createShares(2);
  const otherRequests = startRequests(shares, 1, 3);
  const times: number[] = [];
  const work = async () => clock.advance(150);
  await shares.run(owner(2), work, { onEnd: (ms) => times.push(ms) });
  await otherRequests.endAll();
  await shares.run(owner(2), work, { onEnd: (ms) => times.push(ms) });
  assert.deepEqual(times, [75, 150]);
});

test("a free database slot goes to the waiting store with the fewest running requests", async () => {
  const { shares } = createShares();
  const first = startRequests(shares, 1, 6);
  const second = startRequests(shares, 2, 2);
  const moreOfSecond = startRequests(shares, 2, 3);
  const third = startRequests(shares, 3, 3);
  assert.equal(moreOfSecond.countStarted() + third.countStarted(), 0);
  await first.end(0);
  assert.equal(third.countStarted(), 1);
  await first.end(1);
  assert.equal(third.countStarted(), 2);
  await first.end(2);
  assert.equal(moreOfSecond.countStarted() + third.countStarted(), 3);
  await Promise.all([first, second, moreOfSecond, third].map((requests) => requests.endAll()));
});

test("a request whose work throws frees its database slot", async () => {
  const { shares } = createShares();
  const fail = () => shares.run(owner(1), () => Promise.reject(new Error("failed")));
  for (let n = 0; n < 20; n += 1) await assert.rejects(fail, /failed/);
  const requests = startRequests(shares, 1, 6);
  assert.equal(requests.countStarted(), 6);
  await requests.endAll();
});

test("at most 256 requests of a store wait, at most 128 of them from one caller, and further requests get `unavailable`", async () => {
  const { shares } = createShares();
  const requests = startRequests(shares, 1, 6 + 128, { caller: "first" });
  const run = (storeId: number, caller: string) => shares.run(owner(storeId, caller), async () => "served");
  await assert.rejects(run(1, "first"), { code: "unavailable" });
  const otherRequests = startRequests(shares, 1, 128, { caller: "second" });
  await assert.rejects(run(1, "third"), { code: "unavailable" });
  assert.equal(await run(2, "first"), "served");
  await Promise.all([requests.endAll(), otherRequests.endAll()]);
});

test("the callers of a store take turns in getting its database slots", async () => {
  const { shares } = createShares();
  const first = startRequests(shares, 1, 20, { caller: "first" });
  const second = startRequests(shares, 1, 2, { caller: "second" });
  await first.end(0);
  await first.end(1);
  assert.deepEqual([first.countStarted(), second.countStarted()], [7, 1]);
  await first.end(2);
  await first.end(3);
  assert.deepEqual([first.countStarted(), second.countStarted()], [8, 2]);
  await Promise.all([first.endAll(), second.endAll()]);
});

test("the time that a request's work takes is reported even if the work fails", async () => {
  const { shares, clock } = createShares();
  const times: number[] = [];
  const onEnd = (ms: number) => times.push(ms);
  const fail = async () => {
    clock.advance(250);
    throw new Error("failed");
  };
  await assert.rejects(shares.run(owner(1), fail, { onEnd }), /failed/);
  assert.deepEqual(times, [250]);
});

/** Request the turn of a large response. The result says whether the turn has come, and can end it. */
async function startLargeResponse(shares: WorkShares, responseOwner: WorkOwner) {
  const response = { isStarted: false, end: async () => (await turn)() };
  const turn = shares.startLargeResponse(responseOwner).then((end) => {
    response.isStarted = true;
    return end;
  });
  await setImmediate();
  return response;
}

test("a store sends at most one large response at a time for every four database slots", async () => {
  const { shares } = createShares();
  const start = (storeId: number, caller: string) => startLargeResponse(shares, owner(storeId, caller));
  const [first, second] = [await start(1, "first"), await start(1, "second")];
  assert.deepEqual([first.isStarted, second.isStarted], [true, true]);
  const third = await start(1, "third");
  assert.equal(third.isStarted, false);
  const ofOtherStore = await start(2, "first");
  assert.equal(ofOtherStore.isStarted, true);
  await first.end();
  await first.end();
  await setImmediate();
  assert.equal(third.isStarted, true);
  const fourth = await start(1, "fourth");
  assert.equal(fourth.isStarted, false);
  for (const response of [second, third, fourth, ofOtherStore]) await response.end();
});

test("of the large responses that a store sends at a time, at most half go to one caller", async () => {
  const { shares } = createShares();
  const first = await startLargeResponse(shares, owner(1, "slow reader"));
  const second = await startLargeResponse(shares, owner(1, "slow reader"));
  const other = await startLargeResponse(shares, owner(1, "other"));
  await other.end();
  await setImmediate();
  assert.deepEqual([first.isStarted, second.isStarted, other.isStarted], [true, false, true]);
  await first.end();
  await second.end();
});
