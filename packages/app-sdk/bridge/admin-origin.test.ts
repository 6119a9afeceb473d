import assert from "node:assert/strict";
import { test } from "node:test";
import { findAdminOrigin } from "./admin-origin.ts";

const admin = "http://admin.souk.localhost:4000";
const signedQuery = `?shop=kedai.souk.localhost&host_url=${encodeURIComponent(`${admin}/kedai`)}&timestamp=1&hmac=ab`;

function createStorage(initialValue: string | null = null) {
  let value = initialValue;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => {
      value = text;
    },
  };
}

test("the app's first page load stores the admin's origin for later pages of the app", () => {
  const storage = createStorage();
  assert.equal(findAdminOrigin({ hostUrl: undefined, search: signedQuery, storage }), admin);
  assert.equal(findAdminOrigin({ hostUrl: undefined, search: "?page=2", storage }), admin);
});

test("the admin's origin comes from the page's host_url, else from the signed URL of the page, else from storage", () => {
  const storage = createStorage("https://admin.stored.example/kedai");
  assert.equal(findAdminOrigin({ hostUrl: undefined, search: signedQuery, storage }), admin);
  const pageWithHostUrl = { hostUrl: "https://admin.page.example/kedai", search: signedQuery, storage };
  assert.equal(findAdminOrigin(pageWithHostUrl), "https://admin.page.example");
});

test("a host_url in the query of an unsigned URL is ignored", () => {
  const forgedPage = { hostUrl: undefined, search: "?host_url=https://evil.example/kedai", storage: null };
  assert.throws(() => findAdminOrigin(forgedPage), { code: "no_host_url" });
});

test("a host_url that is not a web URL is rejected", () => {
  for (const hostUrl of ["kedai", "javascript:alert(1)", "file:///etc", "data:text/html,x", ""])
    assert.throws(
      () => findAdminOrigin({ hostUrl, search: "", storage: null }),
      { code: "no_host_url" },
      hostUrl,
    );
});

test("a page finds the admin's origin even if the browser's storage is full", () => {
  const fullStorage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
  };
  assert.equal(findAdminOrigin({ hostUrl: undefined, search: signedQuery, storage: fullStorage }), admin);
});
