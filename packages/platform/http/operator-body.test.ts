import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deriveOperatorKey, signOperator } from "@souk/signing";
import { type HttpResponse, startTestPlatform, type TestPlatform } from "@souk/testkit";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform();
});
after(() => testPlatform.stop());

const method = "POST";
const path = "/api/console/staff.json";

function buildBody(email: string): { staff: { email: string; password: string } } {
  return { staff: { email, password: "a password for staff" } };
}

/** Send a body with the operator's signature of `signedText`. */
function send(json: unknown, signedText: string): Promise<HttpResponse> {
  const key = deriveOperatorKey(testPlatform.secretKey);
  const authorization = signOperator({ method, path, body: signedText }, key, new Date());
  const url = `${testPlatform.addresses.adminOrigin}${path}`;
  return testPlatform.request(url, { method, json, headers: { authorization } });
}

async function countAccounts(email: string): Promise<number> {
  return (await testPlatform.database.query("select from accounts where email = $1", [email])).rowCount;
}

test("an operator's request is accepted if the body is the signed one", async () => {
  const body = buildBody("ana@souk.test");
  const response = await send(body, JSON.stringify(body));
  assert.equal(response.status, 200, response.text);
  assert.equal(await countAccounts("ana@souk.test"), 1);
});

test("an operator's request is rejected if the body is not the signed one", async () => {
  const signedText = JSON.stringify(buildBody("ben@souk.test"));
  for (const otherBody of [buildBody("eve@souk.test"), {}, { ...buildBody("ben@souk.test"), more: 1 }]) {
    const response = await send(otherBody, signedText);
    assert.equal(response.status, 401);
    assert.equal(response.json<{ error: { code: string } }>().error.code, "operator_key_invalid");
  }
  assert.deepEqual([await countAccounts("eve@souk.test"), await countAccounts("ben@souk.test")], [0, 0]);
});
