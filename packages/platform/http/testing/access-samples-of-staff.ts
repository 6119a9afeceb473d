import { signUp } from "@souk/testkit";
import type { AccessFixture } from "./access-fixture.ts";

const reasonBody = { body: { reason: "A test." } };

/** Create an account for one call. */
async function createAccountSample({ testPlatform }: AccessFixture): Promise<{ params: { id: number } }> {
  const { email } = await signUp(testPlatform, "admin");
  const text = "select id from accounts where email = $1";
  return { params: await testPlatform.database.one<{ id: number }>(text, [email]) };
}

/** Sample calls of the operations with which staff help people, and look at the platform and its log. */
export const staffSamples = {
  "staff_actions.list": () => ({}),
  "staff_health.get": () => ({}),
  "staff_requests.find": () => ({ query: "request_id=req_0123456789abcdef" }),
  "staff_accounts.list": ({ store }: AccessFixture) => ({
    query: `query=${encodeURIComponent(store.owner.email)}`,
  }),
  "staff_accounts.get": createAccountSample,
  "staff_accounts.end_sessions": async (fixture: AccessFixture) => ({
    ...(await createAccountSample(fixture)),
    ...reasonBody,
  }),
  "staff_accounts.send_password_reset": async (fixture: AccessFixture) => ({
    ...(await createAccountSample(fixture)),
    ...reasonBody,
  }),
};
