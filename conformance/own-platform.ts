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
// A lane with something to do: a process has leased it, it is due, or it waits for a failing endpoint whose probe is due.
const busyLanesText = `
  select from lanes join endpoints endpoint on endpoint.id = lanes.endpoint_id
  where lanes.leased_until > $1 or lanes.wake_at <= $1 or (lanes.queued_at is not null and endpoint.probe_at <= $1) limit 1`;

async function waitForDueDeliveries({ database }: TestPlatform, now: number): Promise<void> {
  await eventually(async () => (await database.many(busyLanesText, [new Date(now)])).length === 0);
}

/**
 * Start a platform in this process, with a store that has products, and a clock that only the test advances.
 * @param realTime starts the platform with the real clock, because apps in other processes also use it
 */
export async function startOwnPlatform({ realTime = false } = {}): Promise<PlatformUnderTest> {
  const clock = createFakeClock();
  const clockOptions = realTime ? {} : { clock };
  const storage = await createTestDatabase(realTime ? {} : { now: new Date(clock.now()) });
  let testing: TestPlatform = await startTestPlatform({ ...clockOptions, storage: storage });
  const { port } = testing;
  const store = await seedStore(testing, { products: 40, locations: 3 });
  const { email } = await signUpStaff(testing);
  return {
    baseUrl: new URL(`http://${testing.addresses.domain}:${port}`),
    store: { handle: store.handle, ownerEmail: store.owner.email, password: testPassword },
    staff: { email, password: testPassword },
    request: (url, options) => testing.request(url, options),
    now: realTime ? () => Date.now() : clock.now,
    advanceTime: async (ms) => {
      clock.advance(ms);
      await sleep(realTime ? ms : settleMs);
    },
    canAdvanceTime: !realTime,
    waitForDueDeliveries: () => waitForDueDeliveries(testing, clock.now()),
    restart: async () => {
      await testing.stop();
      testing = await startTestPlatform({ ...clockOptions, storage: storage, config: { port } });
    },
    stop: async () => {
      await testing.stop();
      await storage.stop();
    },
  };
}
