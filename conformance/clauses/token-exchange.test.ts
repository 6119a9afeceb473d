import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { buildExchangeBody, exchangeCode, findInstalledRecord, obtainCode } from "../installing.ts";
import { createMerchant, createPartner, type Merchant, type Person } from "../people.ts";
import { createStoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let app: App;
let storeHandle: string;

interface Token {
  access_token: string;
  scope: string;
}

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, partner);
  storeHandle = merchant.store.handle;
});
after(() => fixture.close());

async function assertTokenWorks({ access_token }: Token): Promise<void> {
  assertOk(await createStoreApi(fixture, storeHandle, access_token).get("/3.0/webhooks.json"));
}

test("INS-8: exchanging a code requires no token and returns a token and its scopes", async () => {
  const code = await obtainCode(merchant, app, ["read_products", "write_products"]);
  const response = await exchangeCode(fixture, storeHandle, buildExchangeBody(app, code));
  const token = assertOk<Token>(response);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  assert.deepEqual(Object.keys(token).sort(), ["access_token", "scope"]);
  assert.deepEqual(token.scope.split(",").sort(), ["read_products", "write_products"]);
  assert.ok(token.access_token.length >= 32);
  await assertTokenWorks(token);
  assert.equal((await findInstalledRecord(merchant, app))?.status, "enabled");
});

test("INS-8: a code stays redeemable after a code exchange with a missing field is rejected", async () => {
  const code = await obtainCode(merchant, app, ["read_products"]);
  const validBody = buildExchangeBody(app, code);
  for (const name of ["code", "client_id", "client_secret"]) {
    const { [name]: _, ...bodyWithoutField } = validBody;
    assertInvalidFields(await exchangeCode(fixture, storeHandle, bodyWithoutField), name);
    assertInvalidFields(await exchangeCode(fixture, storeHandle, { ...validBody, [name]: 1 }), name);
  }
  assertInvalidFields(await exchangeCode(fixture, storeHandle, {}), "client_id", "client_secret", "code");
  await assertTokenWorks(assertOk<Token>(await exchangeCode(fixture, storeHandle, validBody)));
});

test("INS-10: redeeming a code again is rejected, and the token from the first time stays valid", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  const token = assertOk<Token>(await exchangeCode(fixture, storeHandle, body));
  for (let repetition = 0; repetition < 3; repetition++) {
    const { message } = assertRejected(
      await exchangeCode(fixture, storeHandle, body),
      400,
      "code_already_redeemed",
    );
    assert.equal(message, "Code was already redeemed");
  }
  await assertTokenWorks(token);
});

test("INS-11: a code is redeemable only with the client id and secret of its own app", async () => {
  const otherApp = await registerApp(fixture, partner);
  const code = await obtainCode(merchant, app, ["read_products"]);
  const validBody = buildExchangeBody(app, code);
  const invalidBodies = [
    { ...validBody, client_secret: `${app.client_secret}x` },
    { ...validBody, client_secret: "" },
    { ...validBody, client_secret: otherApp.client_secret },
    { ...validBody, client_id: otherApp.client_id },
    { ...validBody, client_id: "nobody" },
    { ...validBody, client_id: otherApp.client_id, client_secret: otherApp.client_secret },
    { ...validBody, code: `${code}x` },
    { ...validBody, code: "" },
  ];
  for (const body of invalidBodies) {
    const { message } = assertRejected(
      await exchangeCode(fixture, storeHandle, body),
      400,
      "client_not_granted",
    );
    assert.equal(message, "Client ID and Secret not granted");
  }
  await assertTokenWorks(assertOk<Token>(await exchangeCode(fixture, storeHandle, validBody)));
});

test("INS-11: a code cannot be redeemed at another store", async () => {
  const otherMerchant = await createMerchant(fixture);
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  assertRejected(await exchangeCode(fixture, otherMerchant.store.handle, body), 400, "client_not_granted");
  await assertTokenWorks(assertOk<Token>(await exchangeCode(fixture, storeHandle, body)));
});

test("INS-11: with a wrong secret, the error does not reveal that a code was redeemed", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  assertOk(await exchangeCode(fixture, storeHandle, body));
  const response = await exchangeCode(fixture, storeHandle, { ...body, client_secret: "wrong" });
  assertRejected(response, 400, "client_not_granted");
});

test("INS-12: exactly one of several concurrent redemptions of a code succeeds", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => exchangeCode(fixture, storeHandle, body)),
  );
  const successes = responses.filter(({ status }) => status === 200);
  assert.equal(successes.length, 1, responses.map(({ status }) => status).join(", "));
  for (const response of responses.filter(({ status }) => status !== 200)) {
    const { message } = assertRejected(response, 400, "code_already_redeemed");
    assert.equal(message, "Code was already redeemed");
  }
  await assertTokenWorks(assertOk<Token>(successes[0] ?? assert.fail()));
});
