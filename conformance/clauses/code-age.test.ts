import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { approvedCode, exchange, exchangeBody, installedRecord } from "../installing.ts";
import { type Merchant, newMerchant, newPartner, type Person } from "../people.ts";
import { assertDone, assertRefused } from "../refusals.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let merchant: Merchant;
let partner: Person;

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await newMerchant(world);
});
after(() => world.close());

function redeem(app: App, code: string) {
  return exchange(world, merchant.shop.handle, exchangeBody(app, code));
}

test("INS-9: a code older than five minutes is answered Redeem timeout, and the app stays not installed", async () => {
  const prompt = await registerApp(world, partner);
  const late = await registerApp(world, partner);
  const redeemed = await approvedCode(merchant, prompt, ["read_products"]);
  const tooLate = await approvedCode(merchant, late, ["read_products"]);
  const inTime = await approvedCode(merchant, prompt, ["read_products"]);
  assertDone(await redeem(prompt, redeemed));
  await world.passTime(270_000);
  assertDone(await redeem(prompt, inTime));
  await world.passTime(35_000);
  const { message } = assertRefused(await redeem(late, tooLate), 400, "redeem_timeout");
  assert.equal(message, "Redeem timeout");
  assertRefused(await redeem(late, tooLate), 400, "redeem_timeout");
  assert.equal(await installedRecord(merchant, late), undefined);
  // A redeemed code stays a redeemed one, however old; a wrong client learns nothing of either.
  assertRefused(await redeem(prompt, redeemed), 400, "code_already_redeemed");
  const stranger = { ...late, client_secret: "wrong" };
  assertRefused(await redeem(stranger, tooLate), 400, "client_not_granted");
});
