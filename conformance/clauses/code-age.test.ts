import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
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

test("INS-9: an authorization code older than five minutes gets the error `Redeem timeout`", async () => {
  const punctualApp = await registerApp(fixture, partner);
  const lateApp = await registerApp(fixture, partner);
  const redeemedCode = await obtainCode(merchant, punctualApp, ["read_products"]);
  const expiredCode = await obtainCode(merchant, lateApp, ["read_products"]);
  const validCode = await obtainCode(merchant, punctualApp, ["read_products"]);
  assertOk(await redeem(punctualApp, redeemedCode));
  await fixture.advanceTime(270_000);
  assertOk(await redeem(punctualApp, validCode));
  await fixture.advanceTime(35_000);
  const { message } = assertRejected(await redeem(lateApp, expiredCode), 400, "redeem_timeout");
  assert.equal(message, "Redeem timeout");
  assertRejected(await redeem(lateApp, expiredCode), 400, "redeem_timeout");
  assert.equal(await findInstalledRecord(merchant, lateApp), undefined);
  // A redeemed code stays redeemed when it expires. With a wrong secret, the error does not reveal the code's state.
  assertRejected(await redeem(punctualApp, redeemedCode), 400, "code_already_redeemed");
  const appWithWrongSecret = { ...lateApp, client_secret: "wrong" };
  assertRejected(await redeem(appWithWrongSecret, expiredCode), 400, "client_not_granted");
});
