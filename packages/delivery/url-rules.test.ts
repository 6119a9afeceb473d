import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPublicUrl, checkSignedUrl, type UrlPurpose, type UrlRules } from "./index.ts";
import { rejectedSpellings } from "./testing/url-spellings.ts";

const productionRules: UrlRules = { ownDomains: ["souk.shop"], localAccess: false, purpose: "webhook" };
const developmentRules: UrlRules = {
  ownDomains: ["souk.localhost"],
  localAccess: true,
  purpose: "webhook",
};
const purposes: UrlPurpose[] = [
  "webhook",
  "callback",
  "app",
  "redirection",
  "link",
  "script",
  "fulfillment",
  "image",
];

test("P20: the tests cover at least 120 spellings of URLs that must be rejected", () => {
  assert.ok(Object.values(rejectedSpellings).flat().length >= 120);
});

for (const [kind, spellings] of Object.entries(rejectedSpellings)) {
  test(`P20, WHK-2: in production, URLs with ${kind} are rejected for every purpose`, () => {
    for (const spelling of spellings) {
      const text = spelling.replace("%PORT%", "8443");
      for (const purpose of purposes) {
        const verdict = checkPublicUrl(text, { ...productionRules, purpose });
        assert.equal(verdict.ok, false, JSON.stringify(text));
        assert.match(verdict.ok ? "" : verdict.message, /^The .* URL .*\.$/);
      }
    }
  });
}

test("a public https URL is accepted as typed, without warnings", () => {
  const urls = [
    "https://hooks.shop",
    "https://hooks.shop/",
    "https://HOOKS.shop/Path?Query=1&b=%26",
    "HTTPS://hooks.shop/",
    "https://hooks.shop./",
    "https://hooks.shop:443/",
    "https://hooks.shop:1024/",
    "https://hooks.shop:8443/a/../b",
    "https://hooks.shop:65535/",
    "https://a.b-c.d_e.hooks.shop/",
    "https://café.shop/商店",
    "https://xn--caf-dma.shop/",
    "https://127.0.0.1.nip.io/",
    "https://notsouk.shop/",
    "https://souk.shop.hooks.com/",
    "https://myexample.com/",
    "https://example.co/",
    "https://localhost.shop/",
    // The longest allowed URL: 2,048 characters.
    `https://hooks.shop/${"a".repeat(2048 - 19)}`,
  ];
  for (const url of urls) {
    for (const purpose of purposes) {
      const expected = { ok: true, url, origin: new URL(url).origin, warnings: [] };
      assert.deepEqual(checkPublicUrl(url, { ...productionRules, purpose }), expected, url);
    }
  }
});

test("a URL on the platform's own domain is rejected in ASCII and Unicode, in any letter case", () => {
  for (const ownDomain of ["café.shop", "xn--caf-dma.shop", "CAFÉ.shop"]) {
    for (const host of ["café.shop", "xn--caf-dma.shop", "hooks.CAFÉ.shop", "hooks.xn--CAF-dma.shop."]) {
      assert.equal(
        checkPublicUrl(`https://${host}/`, { ...productionRules, ownDomains: ["souk.shop", ownDomain] }).ok,
        false,
        host,
      );
    }
  }
});

test("development mode accepts loopback names on any port with a warning", () => {
  const hosts = [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "hooks.localhost",
    "a.b.localhost",
    "127.0.0.1",
    "[::1]",
  ];
  for (const host of hosts) {
    for (const url of [
      `http://${host}/`,
      `https://${host}/`,
      `http://${host}:1/`,
      `http://${host}:6379/hook?a=1`,
    ]) {
      const verdict = checkPublicUrl(url, developmentRules);
      assert.ok(verdict.ok, url);
      assert.equal(verdict.url, url);
      assert.equal(verdict.warnings.length, 1);
      assert.match(verdict.warnings[0] ?? "", /this machine/);
    }
  }
});

test("development mode rejects http URLs of non-loopback hosts and of the platform's domain", () => {
  const urls = [
    "http://souk.localhost/",
    "http://souk.localhost:4000/",
    "http://SOUK.localhost./",
    "http://admin.souk.localhost:4000/",
    "http://demo.souk.localhost/api",
    "http://hooks.shop/",
    "http://127.0.0.2/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://192.168.1.1/",
    "http://169.254.169.254/",
    "http://hooks.test/",
    "http://localhost:0/",
    "http://localhost:65536/",
    "http://user@localhost/",
    "http://localhost/\n",
    "ftp://localhost/",
  ];
  for (const url of urls) assert.equal(checkPublicUrl(url, developmentRules).ok, false, url);
  assert.ok(checkPublicUrl("http://notsouk.localhost/", developmentRules).ok);
});

test("a Redirection URL with a fragment is rejected", () => {
  for (const url of ["https://hooks.shop/#", "https://hooks.shop/#a", "https://hooks.shop/?a=1#b"]) {
    assert.equal(checkPublicUrl(url, { ...productionRules, purpose: "redirection" }).ok, false, url);
    assert.equal(checkPublicUrl(url, { ...productionRules, purpose: "app" }).ok, true, url);
  }
});

const signedUrlRules = { ...productionRules, purpose: "app" } as const;

test("P38b: an App or Redirection URL whose query uses a reserved name is rejected", () => {
  for (const name of ["shop", "host_url", "timestamp", "hmac", "code", "state", "%73hop", "c%6fde"]) {
    for (const url of [`https://hooks.shop/?${name}=1`, `https://hooks.shop/?a=1&${name}`]) {
      assert.equal(checkSignedUrl(url, signedUrlRules).ok, false, url);
      assert.equal(checkSignedUrl(url, { ...signedUrlRules, purpose: "redirection" }).ok, false, url);
    }
  }
});

test("P38b: an App or Redirection URL with an ambiguous query is rejected", () => {
  for (const query of ["a=1%262", "a=%26", "a=1&b=x%26shop=evil", "a=1&a=1", "a&a=2", "a%26b=1", "a%3Db=1"]) {
    assert.equal(checkSignedUrl(`https://hooks.shop/?${query}`, signedUrlRules).ok, false, query);
  }
});

test("an App or Redirection URL may have an ordinary query", () => {
  for (const url of [
    "https://hooks.shop/?a=1&b=%20=c",
    "https://hooks.shop/?Shop=1&tenant=%25",
    "https://hooks.shop/",
  ]) {
    assert.ok(checkSignedUrl(url, signedUrlRules).ok, url);
  }
  assert.equal(checkSignedUrl("https://localhost/?a=1", signedUrlRules).ok, false, "a local host");
});

test("P38b: the parameters id and ids are rejected only in the URLs of admin links", () => {
  for (const name of ["id", "ids", "%69d", "shop", "hmac"]) {
    const url = `https://hooks.shop/orders?${name}=1`;
    assert.equal(checkSignedUrl(url, { ...signedUrlRules, purpose: "link" }).ok, false, url);
  }
  assert.ok(checkSignedUrl("https://hooks.shop/orders?size=a6", { ...signedUrlRules, purpose: "link" }).ok);
  assert.ok(checkSignedUrl("https://hooks.shop/?id=1", signedUrlRules).ok);
});
