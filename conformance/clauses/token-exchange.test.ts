import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { approvedCode, exchange, exchangeBody, installedRecord } from "../installing.ts";
import { type Merchant, newMerchant, newPartner, type Person } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import { shopApi } from "../shop-api.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let partner: Person;
let merchant: Merchant;
let app: App;
let shop: string;

interface Token {
  access_token: string;
  scope: string;
}

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await newMerchant(world);
  app = await registerApp(world, partner);
  shop = merchant.shop.handle;
});
after(() => world.close());

async function works({ access_token }: Token): Promise<void> {
  assertDone(await shopApi(world, shop, access_token).get("/3.0/webhooks.json"));
}

test("INS-8: code, client id and secret are answered with a token and the granted scopes, without a token header", async () => {
  const code = await approvedCode(merchant, app, ["read_products", "write_products"]);
  const answer = await exchange(world, shop, exchangeBody(app, code));
  const token = assertDone<Token>(answer);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  assert.deepEqual(Object.keys(token).sort(), ["access_token", "scope"]);
  assert.deepEqual(token.scope.split(",").sort(), ["read_products", "write_products"]);
  assert.ok(token.access_token.length >= 32);
  await works(token);
  assert.equal((await installedRecord(merchant, app))?.status, "enabled");
});

test("INS-8: a body that lacks something is refused by name and leaves the code redeemable", async () => {
  const code = await approvedCode(merchant, app, ["read_products"]);
  const whole = exchangeBody(app, code);
  for (const name of ["code", "client_id", "client_secret"]) {
    const { [name]: _, ...rest } = whole;
    assertNamesFields(await exchange(world, shop, rest), name);
    assertNamesFields(await exchange(world, shop, { ...whole, [name]: 1 }), name);
  }
  assertNamesFields(await exchange(world, shop, {}), "client_id", "client_secret", "code");
  await works(assertDone<Token>(await exchange(world, shop, whole)));
});

test("INS-10: a code sent again is answered Code was already redeemed, and the first token keeps working", async () => {
  const body = exchangeBody(app, await approvedCode(merchant, app, ["read_products"]));
  const first = assertDone<Token>(await exchange(world, shop, body));
  for (let again = 0; again < 3; again++) {
    const { message } = assertRefused(await exchange(world, shop, body), 400, "code_already_redeemed");
    assert.equal(message, "Code was already redeemed");
  }
  await works(first);
});

test("INS-11: a client that is not the one the code was issued to is refused, and the code stays redeemable", async () => {
  const other = await registerApp(world, partner);
  const code = await approvedCode(merchant, app, ["read_products"]);
  const whole = exchangeBody(app, code);
  const wrong = [
    { ...whole, client_secret: `${app.client_secret}x` },
    { ...whole, client_secret: "" },
    { ...whole, client_secret: other.client_secret },
    { ...whole, client_id: other.client_id },
    { ...whole, client_id: "nobody" },
    { ...whole, client_id: other.client_id, client_secret: other.client_secret },
    { ...whole, code: `${code}x` },
    { ...whole, code: "" },
  ];
  for (const body of wrong) {
    const { message } = assertRefused(await exchange(world, shop, body), 400, "client_not_granted");
    assert.equal(message, "Client ID and Secret not granted");
  }
  await works(assertDone<Token>(await exchange(world, shop, whole)));
});

test("INS-11: a code is worth nothing at another shop", async () => {
  const elsewhere = await newMerchant(world);
  const body = exchangeBody(app, await approvedCode(merchant, app, ["read_products"]));
  assertRefused(await exchange(world, elsewhere.shop.handle, body), 400, "client_not_granted");
  await works(assertDone<Token>(await exchange(world, shop, body)));
});

test("INS-11: a wrong client is told nothing about a code that was redeemed", async () => {
  const body = exchangeBody(app, await approvedCode(merchant, app, ["read_products"]));
  assertDone(await exchange(world, shop, body));
  const wrong = await exchange(world, shop, { ...body, client_secret: "wrong" });
  assertRefused(wrong, 400, "client_not_granted");
});

test("INS-12: of simultaneous redemptions of one code exactly one succeeds", async () => {
  const body = exchangeBody(app, await approvedCode(merchant, app, ["read_products"]));
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(world, shop, body)));
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(done.length, 1, answers.map(({ status }) => status).join(", "));
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const { message } = assertRefused(answer, 400, "code_already_redeemed");
    assert.equal(message, "Code was already redeemed");
  }
  await works(assertDone<Token>(done[0] ?? assert.fail()));
});
