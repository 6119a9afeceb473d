import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";

let openPlatform: TestPlatform;

before(async () => {
  openPlatform = await startTestPlatform();
});
after(() => openPlatform.stop());

const account = { email: "new@shops.test", password: "a long password", name: "New" };
const form = account;

/** Start a platform with another sign-up policy on the same database, run a test on it, and stop it. */
async function withPolicy(
  policy: "invited" | "closed",
  runTest: (platform: TestPlatform) => Promise<void>,
): Promise<void> {
  const { testDatabase } = openPlatform;
  const platform = await startTestPlatform({ testDatabase, config: { signUp: policy } });
  try {
    await runTest(platform);
  } finally {
    await platform.stop();
  }
}

const countAccounts = async () =>
  (await openPlatform.database.one<{ n: number }>("select count(*) as n from accounts")).n;

test("the sign-up policies `invited` and `closed` reject sign-up without an invitation, and the pages say so", async () => {
  const countBefore = await countAccounts();
  for (const policy of ["invited", "closed"] as const)
    await withPolicy(policy, async ({ addresses, browser, request }) => {
      for (const origin of [addresses.adminOrigin, addresses.partnersOrigin]) {
        const response = await browser().call("POST", `${origin}/api/console/accounts.json`, { account });
        assert.equal(response.status, 403, response.text);
        assert.equal(response.json<{ error: { code: string } }>().error.code, "sign_up_closed");
        const page = await request(`${origin}/sign-up`);
        assert.deepEqual([page.status, page.text.includes("Ask its operator for an account")], [403, true]);
        const headers = { origin, "sec-fetch-site": "same-origin" };
        assert.equal((await request(`${origin}/sign-up`, { method: "POST", form, headers })).status, 403);
        assert.doesNotMatch((await request(`${origin}/sign-in`)).text, /\/sign-up/);
      }
    });
  assert.equal(await countAccounts(), countBefore);
});

test("while sign-up is open, the sign-in page links to the sign-up page", async () => {
  assert.match(
    (await openPlatform.request(`${openPlatform.addresses.adminOrigin}/sign-in`)).text,
    /\/sign-up/,
  );
});

/**
 * Invite a person to a new store, and create the account through the invitation's link on a platform with this policy.
 * @returns the text of the last page
 */
async function acceptInvitation(email: string, policy: "invited" | "closed"): Promise<string> {
  const store = await seedStore(openPlatform);
  const url = `${store.host_url}/api/console/invitations.json`;
  const invitation = { email, role: "custom", rights: ["tags.view"] };
  const response = await store.owner.browser.call("POST", url, { invitation });
  const { link } = response.json<{ invitation: { link: string } }>().invitation;
  let text = "";
  await withPolicy(policy, async ({ addresses, browser }) => {
    const guest = browser();
    const page = await guest.open(link.replace(openPlatform.addresses.adminOrigin, addresses.adminOrigin));
    const fields = { name: "Guest", password: "a long enough password" };
    text = (await guest.clickButton(page, "Create account and accept", fields)).text;
  });
  return text;
}

test("an invited person can create an account unless the sign-up policy is `closed`", async () => {
  const countBefore = await countAccounts();
  await acceptInvitation("invited@guests.test", "invited");
  const countAfterInvited = await countAccounts();
  assert.match(await acceptInvitation("closed@guests.test", "closed"), /Ask its operator for an account/);
  // Each new store also creates the account of its owner, who sends the invitation.
  assert.deepEqual([countAfterInvited - countBefore, (await countAccounts()) - countAfterInvited], [2, 1]);
});
