import { setTimeout as sleep } from "node:timers/promises";
import {
  createFakeClock,
  createTestDatabase,
  eventually,
  seedStore,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

/** The real time to wait after advancing the clock, so that work that is now due can start. */
const settleMs = 5;
// Selects a lane with something to do: a process has leased it, it is due, or it waits for a failing endpoint whose probe is due.
const busyLaneSql = `
  select from lanes join endpoints endpoint on endpoint.id = lanes.endpoint_id
  where lanes.leased_until > $1 or lanes.wake_at <= $1 or (lanes.queued_at is not null and endpoint.probe_at <= $1) limit 1`;

async function waitForDueDeliveries({ database }: TestPlatform, now: number): Promise<void> {
  await eventually(async () => (await database.many(busyLaneSql, [new Date(now)])).length === 0);
}

/**
 * Start a platform in this process, with a store that has products. By default, only the test advances the platform's clock.
 * @param realTime whether the platform uses the real clock, as a test needs if its apps run in other processes
 */
export async function startOwnPlatform({ realTime = false } = {}): Promise<PlatformUnderTest> {
  const clock = createFakeClock();
  const clockOptions = realTime ? {} : { clock };
  const testDatabase = await createTestDatabase(realTime ? {} : { now: new Date(clock.now()) });
  let testPlatform: TestPlatform = await startTestPlatform({ ...clockOptions, testDatabase });
  const { port } = testPlatform;
  const store = await seedStore(testPlatform, { products: 40, locations: 3 });
  const { email } = await signUpStaff(testPlatform);
  return {
    baseUrl: new URL(`http://${testPlatform.addresses.domain}:${port}`),
    store: { handle: store.handle, ownerEmail: store.owner.email, password: testPassword },
    staff: { email, password: testPassword },
    request: (url, options) => testPlatform.request(url, options),
    now: realTime ? () => Date.now() : clock.now,
    advanceTime: async (ms) => {
      clock.advance(ms);
      await sleep(realTime ? ms : settleMs);
    },
    canAdvanceTime: !realTime,
    waitForDueDeliveries: () => waitForDueDeliveries(testPlatform, clock.now()),
    restart: async () => {
      await testPlatform.stop();
      testPlatform = await startTestPlatform({ ...clockOptions, testDatabase, config: { port } });
    },
    stop: async () => {
      await testPlatform.stop();
      await testDatabase.stop();
    },
  };
}
