import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
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

async function works({ access_token }: Token): Promise<void> {
  assertDone(await createStoreApi(fixture, storeHandle, access_token).get("/3.0/webhooks.json"));
}

test("INS-8: code, client id and secret return a token and the scopes, without a token header", async () => {
  const code = await obtainCode(merchant, app, ["read_products", "write_products"]);
  const answer = await exchangeCode(fixture, storeHandle, buildExchangeBody(app, code));
  const token = assertDone<Token>(answer);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  assert.deepEqual(Object.keys(token).sort(), ["access_token", "scope"]);
  assert.deepEqual(token.scope.split(",").sort(), ["read_products", "write_products"]);
  assert.ok(token.access_token.length >= 32);
  await works(token);
  assert.equal((await findInstalledRecord(merchant, app))?.status, "enabled");
});

test("INS-8: a body with missing fields is rejected by name and leaves the code redeemable", async () => {
  const code = await obtainCode(merchant, app, ["read_products"]);
  const whole = buildExchangeBody(app, code);
  for (const name of ["code", "client_id", "client_secret"]) {
    const { [name]: _, ...rest } = whole;
    assertNamesFields(await exchangeCode(fixture, storeHandle, rest), name);
    assertNamesFields(await exchangeCode(fixture, storeHandle, { ...whole, [name]: 1 }), name);
  }
  assertNamesFields(await exchangeCode(fixture, storeHandle, {}), "client_id", "client_secret", "code");
  await works(assertDone<Token>(await exchangeCode(fixture, storeHandle, whole)));
});

test("INS-10: a reused code gets Code was already redeemed, and the first token keeps working", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  const first = assertDone<Token>(await exchangeCode(fixture, storeHandle, body));
  for (let again = 0; again < 3; again++) {
    const { message } = assertRejected(
      await exchangeCode(fixture, storeHandle, body),
      400,
      "code_already_redeemed",
    );
    assert.equal(message, "Code was already redeemed");
  }
  await works(first);
});

test("INS-11: a client other than the code's own is rejected, and the code stays redeemable", async () => {
  const other = await registerApp(fixture, partner);
  const code = await obtainCode(merchant, app, ["read_products"]);
  const whole = buildExchangeBody(app, code);
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
    const { message } = assertRejected(
      await exchangeCode(fixture, storeHandle, body),
      400,
      "client_not_granted",
    );
    assert.equal(message, "Client ID and Secret not granted");
  }
  await works(assertDone<Token>(await exchangeCode(fixture, storeHandle, whole)));
});

test("INS-11: a code is worthless at another store", async () => {
  const elsewhere = await createMerchant(fixture);
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  assertRejected(await exchangeCode(fixture, elsewhere.store.handle, body), 400, "client_not_granted");
  await works(assertDone<Token>(await exchangeCode(fixture, storeHandle, body)));
});

test("INS-11: a wrong client learns nothing about a code that was redeemed", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  assertDone(await exchangeCode(fixture, storeHandle, body));
  const wrong = await exchangeCode(fixture, storeHandle, { ...body, client_secret: "wrong" });
  assertRejected(wrong, 400, "client_not_granted");
});

test("INS-12: of simultaneous redemptions of one code exactly one succeeds", async () => {
  const body = buildExchangeBody(app, await obtainCode(merchant, app, ["read_products"]));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => exchangeCode(fixture, storeHandle, body)),
  );
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(done.length, 1, answers.map(({ status }) => status).join(", "));
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const { message } = assertRejected(answer, 400, "code_already_redeemed");
    assert.equal(message, "Code was already redeemed");
  }
  await works(assertDone<Token>(done[0] ?? assert.fail()));
});
