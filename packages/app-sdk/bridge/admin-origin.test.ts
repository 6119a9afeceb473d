import assert from "node:assert/strict";
import { test } from "node:test";
import { adminOrigin } from "./admin-origin.ts";

const admin = "http://admin.souk.localhost:4000";
const signed = `?shop=kedai.souk.localhost&host_url=${encodeURIComponent(`${admin}/kedai`)}&timestamp=1&hmac=ab`;

function memory(kept: string | null = null) {
  let value = kept;
  return {
    getItem: () => value,
    setItem: (_key: string, text: string) => {
      value = text;
    },
  };
}

test("the first load of an app names the admin, and later pages remember it", () => {
  const kept = memory();
  assert.equal(adminOrigin({ hostUrl: undefined, search: signed, memory: kept }), admin);
  assert.equal(adminOrigin({ hostUrl: undefined, search: "?page=2", memory: kept }), admin);
});

test("the page's own host_url comes before its URL's, and that before the stored one", () => {
  const kept = memory("https://admin.before.example/kedai");
  assert.equal(adminOrigin({ hostUrl: undefined, search: signed, memory: kept }), admin);
  const own = { hostUrl: "https://admin.own.example/kedai", search: signed, memory: kept };
  assert.equal(adminOrigin(own), "https://admin.own.example");
});

test("an unsigned host_url is ignored", () => {
  const forged = { hostUrl: undefined, search: "?host_url=https://evil.example/kedai", memory: null };
  assert.throws(() => adminOrigin(forged), { code: "no_host_url" });
});

test("a host_url that is not a web URL is rejected", () => {
  for (const hostUrl of ["kedai", "javascript:alert(1)", "file:///etc", "data:text/html,x", ""])
    assert.throws(() => adminOrigin({ hostUrl, search: "", memory: null }), { code: "no_host_url" }, hostUrl);
});

test("a full storage does not affect this page, but later pages remember no admin", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
  };
  assert.equal(adminOrigin({ hostUrl: undefined, search: signed, memory: full }), admin);
});
