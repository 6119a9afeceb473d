import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock, type FakeClock, startTestPlatform, type TestPlatform } from "@souk/testkit";
import sharp from "sharp";
import { createRateLimiter } from "../../http/rate-limit.ts";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";
import { createPixelBudget, megapixelsPerMinute } from "./pixel-budget.ts";

let clock: FakeClock;
let testPlatform: TestPlatform;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
});
after(() => testPlatform.stop());

const limitPerMinute = { bucketSize: megapixelsPerMinute, refillPerSecond: megapixelsPerMinute / 60 };
const countProcesses = () => 1;
const fiftyMegapixels = 50_000_000;

test("an account can upload at most 600 megapixels of images a minute", () => {
  const budget = createPixelBudget(createRateLimiter(limitPerMinute, clock, countProcesses));
  for (let n = 0; n < 12; n += 1) budget.charge("account 1", fiftyMegapixels);
  const limitError = {
    name: "ApiError",
    code: "rate_limited",
    message: /600 megapixels a minute\. Try again in \d+ second/,
  };
  assert.throws(() => budget.charge("account 1", 10_000), limitError);
  budget.charge("account 2", fiftyMegapixels);
  clock.advance(5_000);
  budget.charge("account 1", fiftyMegapixels);
});

test("for an image smaller than a megapixel, only its actual pixels count toward the limit", () => {
  const budget = createPixelBudget(createRateLimiter(limitPerMinute, clock, countProcesses));
  for (let n = 0; n < 5_000; n += 1) budget.charge("account 3", 10_000);
});

test("only the account that exceeds its limit of megapixels gets 429 for an image upload", async () => {
  const storeApi = await createStoreApi(testPlatform);
  const white = { create: { width: 100, height: 100, channels: 3, background: "white" } } as const;
  const gif = await sharp(white).gif().toBuffer();
  const { intake } = testPlatform.platform.files;
  const owner = await testPlatform.database.one<{ account_id: number }>(
    "select account_id from memberships where store_id = $1 and role = 'owner'",
    [storeApi.store.id],
  );
  const uploadTo = ({ call, store }: StoreApi) =>
    call("POST", `/3.0/products/${store.variants[0]?.product_id}/images.json`, {
      headers: { "content-type": "image/gif" },
      body: gif,
    });
  const upload = () => uploadTo(storeApi);
  assert.equal((await upload()).status, 200);
  for (let n = 0; n < 12; n += 1) intake.pixelBudget.charge(`account ${owner.account_id}`, fiftyMegapixels);
  const rejectedResponse = await upload();
  assert.equal(rejectedResponse.status, 429, rejectedResponse.text);
  assert.match(readError(rejectedResponse).message, /600 megapixels a minute/);
  assert.ok(Number(rejectedResponse.headers["retry-after"]) > 0);
  assert.equal((await uploadTo(await createStoreApi(testPlatform))).status, 200);
  clock.advance(60_000);
  assert.equal((await upload()).status, 200);
});
