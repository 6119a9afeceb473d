import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  signUp,
  startTestPlatform,
  type TestPlatform,
  waitForLockWaits,
} from "@souk/testkit";
import { updatePasswordHash } from "../account-store.ts";
import { endAllSessions } from "../sessions.ts";
import { addAuthenticator, enterPassword, readCode } from "../testing/authenticator.ts";
import { deletePendingSignIns } from "./pending-sign-ins.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
});
after(() => testPlatform.stop());

test("simultaneous requests for new recovery codes leave one set of codes", async () => {
  const person = await addAuthenticator(testPlatform, await signUp(testPlatform, "admin"), clock);
  const page = await person.browser.open(`${testPlatform.addresses.adminOrigin}/account/security`);
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => person.browser.clickButton(page, "Create new recovery codes")),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { count } = await testPlatform.database.one<{ count: number }>(
    `select count(*) as count from recovery_codes code join accounts account on account.id = code.account_id
     where account.email = $1`,
    [person.email],
  );
  assert.equal(count, 10);
});

test("a new password that is set while a sign-in's code is being checked ends that sign-in", async () => {
  const person = await addAuthenticator(testPlatform, await signUp(testPlatform, "admin"), clock);
  const { database, addresses } = testPlatform;
  const text = "select id from accounts where email = $1";
  const { id } = await database.one<{ id: number }>(text, [person.email]);
  clock.advance(60_000);
  const browser = testPlatform.browser();
  const page = await enterPassword(testPlatform, browser, person.email);
  // The transaction does the steps of `storePassword` in the same sequence.
  const { pendingResponse } = await database.transaction(async (tx) => {
    await updatePasswordHash(tx, id, "a hash");
    await endAllSessions(tx, id);
    const code = readCode(person.secret, clock.now());
    const pendingResponse = browser.clickButton(page, "Sign in", { code });
    await Promise.race([pendingResponse, waitForLockWaits(database)]);
    await deletePendingSignIns(tx, id);
    // The promise is returned in an object, so that the transaction does not wait for the response.
    return { pendingResponse };
  });
  assert.match((await pendingResponse).redirectTarget, /\/sign-in$/);
  const session = await browser.call("GET", `${addresses.adminOrigin}/api/console/session.json`);
  assert.equal(session.status, 401);
});
