import assert from "node:assert/strict";
import { test } from "node:test";
import { seedStore, startTestPlatform } from "@souk/testkit";

const notice = /class="notice"[^>]*>This is a development server that others can reach/;

test("every page of a public development server says that the server is open to others", async (t) => {
  const testing = await startTestPlatform({ role: "api", config: { isPublicDevelopment: true } });
  t.after(() => testing.stop());
  const { adminOrigin, partnersOrigin } = testing.addresses;
  for (const url of [`${adminOrigin}/sign-up`, `${partnersOrigin}/sign-in`])
    assert.match((await testing.request(url)).text, notice, url);
  const { owner, host_url } = await seedStore(testing);
  assert.match((await owner.browser.open(host_url)).text, /"is_public_development":true/);
});

test("without SOUK_DEV_PUBLIC, no page says that the server is open to others", async (t) => {
  const testing = await startTestPlatform({ role: "api" });
  t.after(() => testing.stop());
  const { text } = await testing.request(`${testing.addresses.adminOrigin}/sign-up`);
  assert.doesNotMatch(text, /class="notice"|souk-notice/);
});
