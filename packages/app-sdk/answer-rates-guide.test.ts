import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform);
  program = await startGuideProgram(platform, "docs/guides/answer-rates.md");
  await callConsole(store.owner.browser, ["PUT", `${store.host_url}/api/3.0/store.json`], {
    store: { currency_code: "MYR" },
  });
  await install(store, program);
});

after(async () => {
  await program.stop();
  await platform.stop();
});

interface Quote {
  shipping_rates: { store_app_id: string; price: string; handling_fee: string; remark: string }[];
  unanswered: unknown[];
}

function requestRates(grams: number, { cod = false } = {}): Promise<Quote> {
  return callConsole(store.owner.browser, ["POST", `${store.host_url}/api/3.0/shipping_rates.json`], {
    shipping_rate: {
      destination: { country_code: "MY" },
      items: [{ name: "Tray", price: "42.00", grams, quantity: 1 }],
      cod,
    },
  });
}

test("the rates guide's program returns rates by weight, and none for a parcel that is too heavy", async () => {
  const { handle } = program.registeredApp;
  const { shipping_rates, unanswered } = await requestRates(2_500);
  assert.deepEqual(unanswered, []);
  assert.deepEqual(
    shipping_rates.map(({ store_app_id, price }) => [store_app_id, price]),
    [
      [`${handle}-shipping-standard`, "10.00"],
      [`${handle}-shipping-next-day`, "23.00"],
    ],
  );
  assert.deepEqual(await requestRates(20_001), { shipping_rates: [], unanswered: [] });
  const codQuote = await requestRates(500, { cod: true });
  assert.deepEqual(
    codQuote.shipping_rates.map(({ price, handling_fee, remark }) => [price, handling_fee, remark]),
    [["6.00", "3.50", "2 to 4 working days"]],
  );
});
