import assert from "node:assert/strict";
import { test } from "node:test";
import { seedStore, startTestPlatform } from "@souk/testkit";

const notice = /class="notice"[^>]*>This is a development server that other machines can reach/;

test("every page of a public development server says that others can reach the server", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api", config: { isPublicDevelopment: true } });
  t.after(() => testPlatform.stop());
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  for (const url of [`${adminOrigin}/sign-up`, `${partnersOrigin}/sign-in`])
    assert.match((await testPlatform.request(url)).text, notice, url);
  const { owner, host_url } = await seedStore(testPlatform);
  assert.match((await owner.browser.open(host_url)).text, /"is_public_development":true/);
});

test("without SOUK_DEV_PUBLIC, no page says that others can reach the server", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api" });
  t.after(() => testPlatform.stop());
  const { text } = await testPlatform.request(`${testPlatform.addresses.adminOrigin}/sign-up`);
  assert.doesNotMatch(text, /class="notice"|souk-notice/);
});
