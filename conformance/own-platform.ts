import { setTimeout as sleep } from "node:timers/promises";
import {
  fakeClock,
  seedStore,
  signUpStaff,
  type TestPlatform,
  testDatabase,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

/** The time in which work made due by a moved clock may begin; the platform polls four times a second. */
const settleMs = 5;

/**
 * Start a platform of this process alone, with a store to test in and a clock that only the test advances.
 * @param realTime leaves the platform the real clock, which an app in a process of its own has too
 */
export async function startOwnPlatform({ realTime = false } = {}): Promise<PlatformUnderTest> {
  const clock = fakeClock();
  const clockOptions = realTime ? {} : { clock };
  const storage = await testDatabase(realTime ? {} : { now: new Date(clock.now()) });
  let testing: TestPlatform = await testPlatform({ ...clockOptions, on: storage });
  const { port } = testing;
  const store = await seedStore(testing, { products: 40, locations: 3 });
  const { email } = await signUpStaff(testing);
  return {
    baseUrl: new URL(`http://${testing.addresses.domain}:${port}`),
    store: { handle: store.handle, merchant: store.owner.email, password: testPassword },
    staff: { email, password: testPassword },
    request: (url, options) => testing.request(url, options),
    now: realTime ? () => Date.now() : clock.now,
    advanceTime: async (ms) => {
      clock.advance(ms);
      await sleep(realTime ? ms : settleMs);
    },
    canAdvanceTime: !realTime,
    restart: async () => {
      await testing.stop();
      testing = await testPlatform({ ...clockOptions, on: storage, config: { port } });
    },
    stop: async () => {
      await testing.stop();
      await storage.stop();
    },
  };
}
