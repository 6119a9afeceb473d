import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { buildExchangeBody, exchangeCode, findInstalledRecord, obtainCode } from "../installing.ts";
import { createMerchant, createPartner, type Merchant, type Person } from "../people.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let partner: Person;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
});
after(() => fixture.close());

function redeem(app: App, code: string) {
  return exchangeCode(fixture, merchant.store.handle, buildExchangeBody(app, code));
}

test("INS-9: a code older than five minutes gets Redeem timeout; the app stays not installed", async () => {
  const prompt = await registerApp(fixture, partner);
  const late = await registerApp(fixture, partner);
  const redeemed = await obtainCode(merchant, prompt, ["read_products"]);
  const tooLate = await obtainCode(merchant, late, ["read_products"]);
  const inTime = await obtainCode(merchant, prompt, ["read_products"]);
  assertDone(await redeem(prompt, redeemed));
  await fixture.advanceTime(270_000);
  assertDone(await redeem(prompt, inTime));
  await fixture.advanceTime(35_000);
  const { message } = assertRejected(await redeem(late, tooLate), 400, "redeem_timeout");
  assert.equal(message, "Redeem timeout");
  assertRejected(await redeem(late, tooLate), 400, "redeem_timeout");
  assert.equal(await findInstalledRecord(merchant, late), undefined);
  // A redeemed code stays a redeemed one, however old; a wrong client learns nothing of either.
  assertRejected(await redeem(prompt, redeemed), 400, "code_already_redeemed");
  const stranger = { ...late, client_secret: "wrong" };
  assertRejected(await redeem(stranger, tooLate), 400, "client_not_granted");
});
