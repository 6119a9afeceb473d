import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createFakeClock } from "@souk/testkit";
import { createWorkShares } from "./work-shares.ts";

/** Create shares of 8 slots, of which a slow store can take 2 and any other store 6. By default, every request has a core. */
function createShares(cores = 8) {
  const clock = createFakeClock();
  return { clock, shares: createWorkShares({ slots: 8, cores }, clock) };
}

/** Start requests of a store whose work ends when the test ends it. */
function startRequests(
  shares: ReturnType<typeof createWorkShares>,
  storeId: number,
  count: number,
  options?: { isBatchedRead?: boolean },
) {
  const requests = Array.from({ length: count }, () => ({
    isStarted: false,
    work: Promise.withResolvers<void>(),
    done: Promise.resolve<unknown>(undefined),
  }));
  for (const request of requests)
    request.done = shares.run(
      storeId,
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

test("while other stores are active, a store has a quarter of the database slots during a request over 100 ms and for 10 s after it", async () => {
  const { shares, clock } = createShares();
  const sendOfOther = () => shares.run(9, async () => undefined);
  await sendOfOther();
  const slow = startRequests(shares, 1, 1);
  clock.advance(101);
  const others = startRequests(shares, 1, 5);
  assert.equal(others.countStarted(), 1);
  await slow.end(0);
  assert.equal(others.countStarted(), 2);
  await others.endAll();
  clock.advance(9_999);
  await sendOfOther();
  const early = startRequests(shares, 1, 5);
  assert.equal(early.countStarted(), 2);
  await early.endAll();
  clock.advance(10_001);
  await sendOfOther();
  const late = startRequests(shares, 1, 5);
  assert.equal(late.countStarted(), 5);
  await late.endAll();
});

test("while connections are free, batched reads need no database slot, but other requests do", async () => {
  const clock = createFakeClock();
  let areConnectionsFree = true;
  const limits = { slots: 8, cores: 8, hasFreeConnections: () => areConnectionsFree };
  const shares = createWorkShares(limits, clock);
  const reads = startRequests(shares, 1, 20, { isBatchedRead: true });
  assert.equal(reads.countStarted(), 20);
  const others = startRequests(shares, 1, 20);
  assert.equal(others.countStarted(), 6);
  const moreReads = startRequests(shares, 1, 2, { isBatchedRead: true });
  assert.equal(moreReads.countStarted(), 2);
  areConnectionsFree = false;
  const lateReads = startRequests(shares, 1, 2, { isBatchedRead: true });
  assert.equal(lateReads.countStarted(), 0);
  await Promise.all([reads, others, moreReads, lateReads].map((requests) => requests.endAll()));
  areConnectionsFree = true;
  const slow = startRequests(shares, 1, 1);
  clock.advance(101);
  const readsOfSlowStore = startRequests(shares, 1, 20, { isBatchedRead: true });
  assert.equal(readsOfSlowStore.countStarted(), 5);
  await Promise.all([slow.endAll(), readsOfSlowStore.endAll()]);
});

test("a slow store has three quarters of the database slots if no other store is active", async () => {
  const { shares, clock } = createShares();
  const slow = startRequests(shares, 1, 1);
  clock.advance(101);
  const more = startRequests(shares, 1, 9);
  assert.equal(more.countStarted(), 5);
  await slow.endAll();
  await more.endAll();
  clock.advance(10_001);
  await shares.run(9, async () => undefined);
  clock.advance(10_001);
  const later = startRequests(shares, 1, 9);
  assert.equal(later.countStarted(), 6);
  await later.endAll();
});

test("all slow stores together leave a quarter of the database slots to other stores", async () => {
  const { shares, clock } = createShares();
  const slow = [1, 2, 3, 4].map((storeId) => startRequests(shares, storeId, 1));
  clock.advance(101);
  const more = [1, 2, 3, 4].map((storeId) => startRequests(shares, storeId, 2));
  assert.equal(
    more.reduce((sum, { countStarted }) => sum + countStarted(), 0),
    2,
  );
  const other = startRequests(shares, 5, 2);
  assert.equal(other.countStarted(), 2);
  await Promise.all([...slow, ...more, other].map((requests) => requests.endAll()));
});

test("the time of a request counts only in part if the request shares the cores with others", async () => {
  const { shares, clock } = createShares(2);
  const others = startRequests(shares, 1, 3);
  const measured = Promise.withResolvers<void>();
  const run = shares.run(2, () => measured.promise);
  clock.advance(150);
  measured.resolve();
  assert.equal((await run).ms, 75);
  await others.endAll();
  const alone = Promise.withResolvers<void>();
  const runAlone = shares.run(2, () => alone.promise);
  clock.advance(150);
  alone.resolve();
  assert.equal((await runAlone).ms, 150);
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
  for (let n = 0; n < 20; n += 1)
    await assert.rejects(
      shares.run(1, () => Promise.reject(new Error("failed"))),
      /failed/,
    );
  const requests = startRequests(shares, 1, 6);
  assert.equal(requests.countStarted(), 6);
  await requests.endAll();
});

test("at most 256 requests of a store wait, and further ones get `unavailable`", async () => {
  const { shares } = createShares();
  const requests = startRequests(shares, 1, 262);
  await assert.rejects(
    shares.run(1, async () => undefined),
    { code: "unavailable" },
  );
  assert.equal((await shares.run(2, async () => "served")).result, "served");
  await requests.endAll();
});

test("a store sends at most a quarter as many large responses at a time as there are database slots", async () => {
  const { shares } = createShares();
  const ends = [await shares.startLargeResponse(1), await shares.startLargeResponse(1)];
  let isThirdStarted = false;
  const third = shares.startLargeResponse(1).then((end) => {
    isThirdStarted = true;
    return end;
  });
  (await shares.startLargeResponse(2))();
  await setImmediate();
  assert.equal(isThirdStarted, false);
  ends[0]?.();
  ends[0]?.();
  const endThird = await third;
  let isFourthStarted = false;
  const fourth = shares.startLargeResponse(1).then((end) => {
    isFourthStarted = true;
    return end;
  });
  await setImmediate();
  assert.equal(isFourthStarted, false);
  endThird();
  (await fourth)();
  ends[1]?.();
});
