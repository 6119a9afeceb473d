import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operatorKey, signOperator } from "@souk/signing";
import { type Answer, type TestPlatform, testPlatform } from "@souk/testkit";

let testing: TestPlatform;

before(async () => {
  testing = await testPlatform();
});
after(() => testing.stop());

const method = "POST";
const path = "/api/console/staff.json";

function staff(email: string): { staff: { email: string; password: string } } {
  return { staff: { email, password: "a password for staff" } };
}

/** Send a body under the signature of another body. */
function send(json: unknown, signed: string): Promise<Answer> {
  const key = operatorKey(testing.secretKey);
  const authorization = signOperator({ method, path, body: signed }, key, new Date());
  const url = `${testing.addresses.adminOrigin}${path}`;
  return testing.request(url, { method, json, headers: { authorization } });
}

async function findAccountId(email: string): Promise<number> {
  return (await testing.database.query("select from accounts where email = $1", [email])).rowCount;
}

test("an operator's request is accepted with the body that was signed", async () => {
  const body = staff("ana@souk.test");
  const answer = await send(body, JSON.stringify(body));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(await findAccountId("ana@souk.test"), 1);
});

test("an intercepted signature gives no access with another body, and nothing is done", async () => {
  const caught = JSON.stringify(staff("ben@souk.test"));
  for (const other of [staff("eve@souk.test"), {}, { ...staff("ben@souk.test"), more: 1 }]) {
    const answer = await send(other, caught);
    assert.equal(answer.status, 401);
    assert.equal(answer.json<{ error: { code: string } }>().error.code, "operator_key_invalid");
  }
  assert.deepEqual([await findAccountId("eve@souk.test"), await findAccountId("ben@souk.test")], [0, 0]);
});
