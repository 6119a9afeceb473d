import { setTimeout as sleep } from "node:timers/promises";
import {
  fakeClock,
  seedShop,
  signUpStaff,
  type TestPlatform,
  testDatabase,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import type { PlatformUnderTest } from "./platform-under-test.ts";

/** Time in which what a turned clock makes due may begin; the platform looks four times a second. */
const settleMs = 5;

/** A platform of this process alone, with a shop to test in and a clock that only the test turns. */
export async function ownPlatform(): Promise<PlatformUnderTest> {
  const clock = fakeClock();
  const storage = await testDatabase({ now: new Date(clock.now()) });
  let testing: TestPlatform = await testPlatform({ clock, on: storage });
  const { port } = testing;
  const shop = await seedShop(testing, { products: 40, locations: 3 });
  const { email } = await signUpStaff(testing);
  return {
    baseUrl: new URL(`http://${testing.addresses.domain}:${port}`),
    shop: { handle: shop.handle, merchant: shop.owner.email, password: testPassword },
    staff: { email, password: testPassword },
    request: (url, options) => testing.request(url, options),
    now: clock.now,
    passTime: async (ms) => {
      clock.advance(ms);
      await sleep(settleMs);
    },
    ownsTime: true,
    restart: async () => {
      await testing.stop();
      testing = await testPlatform({ clock, on: storage, config: { port } });
    },
    stop: async () => {
      await testing.stop();
      await storage.stop();
    },
  };
}
