import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  approve,
  authorizePath,
  buildAuthorizeQuery,
  createInstallFixture,
  getHtmlPage,
  type InstallFixture,
  readConsentToken,
  visit,
} from "./testing/install-fixture.ts";

const registeredUri = "https://app.stock-sync.dev/auth/callback?from=souk";

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
  await fixture.database.query("update apps set redirection_urls = $2 where id = $1", [
    fixture.app.id,
    ["https://other.stock-sync.dev/", registeredUri],
  ]);
});
after(() => fixture.stop());

/** URLs that are not registered, but that some URL parsers treat as equal to the registered URL, or that contain parts of it. */
const similarUris: readonly string[] = [
  "",
  " ",
  "null",
  "https:",
  "https://app.stock-sync.dev",
  "https://app.stock-sync.dev/auth/callback",
  "https://app.stock-sync.dev/auth/callback?",
  "https://app.stock-sync.dev/auth/callback?from=soukk",
  "https://app.stock-sync.dev/auth/callback?from=sou",
  "https://app.stock-sync.dev/auth/callback?FROM=souk",
  "https://app.stock-sync.dev/auth/callback?from=Souk",
  "https://app.stock-sync.dev/auth/callback?from=s%6Fuk",
  "https://app.stock-sync.dev/auth/callback?from=souk&",
  "https://app.stock-sync.dev/auth/callback?from=souk&x=1",
  "https://app.stock-sync.dev/auth/callback?x=1&from=souk",
  "https://app.stock-sync.dev/auth/callback?from=souk#",
  "https://app.stock-sync.dev/auth/callback?from=souk#x",
  "https://app.stock-sync.dev/auth/callback?from=souk%23",
  "https://app.stock-sync.dev/auth/callback?from=souk/",
  "https://app.stock-sync.dev/auth/callback?from=souk ",
  " https://app.stock-sync.dev/auth/callback?from=souk",
  "\thttps://app.stock-sync.dev/auth/callback?from=souk",
  "https://app.stock-sync.dev/auth/callback?from=souk\n",
  "https://app.stock-sync.dev/auth/callback?from=souk\0",
  "https://app.stock-sync.dev/auth\r\n/callback?from=souk",
  "https://app.stock-sync.dev/auth/callback/?from=souk",
  "https://app.stock-sync.dev/auth//callback?from=souk",
  "https://app.stock-sync.dev//auth/callback?from=souk",
  "https://app.stock-sync.dev/auth/./callback?from=souk",
  "https://app.stock-sync.dev/auth/x/../callback?from=souk",
  "https://app.stock-sync.dev/auth/callback/../../evil?from=souk",
  "https://app.stock-sync.dev/auth/callback%2F..%2Fevil?from=souk",
  "https://app.stock-sync.dev/auth/%63allback?from=souk",
  "https://app.stock-sync.dev/auth/Callback?from=souk",
  "https://app.stock-sync.dev/AUTH/callback?from=souk",
  "https://app.stock-sync.dev/auth/callback;x?from=souk",
  "https://app.stock-sync.dev\\auth\\callback?from=souk",
  "https:\\\\app.stock-sync.dev/auth/callback?from=souk",
  "https:/app.stock-sync.dev/auth/callback?from=souk",
  "https:app.stock-sync.dev/auth/callback?from=souk",
  "//app.stock-sync.dev/auth/callback?from=souk",
  "app.stock-sync.dev/auth/callback?from=souk",
  "/auth/callback?from=souk",
  "http://app.stock-sync.dev/auth/callback?from=souk",
  "HTTPS://app.stock-sync.dev/auth/callback?from=souk",
  "ftp://app.stock-sync.dev/auth/callback?from=souk",
  "javascript:https://app.stock-sync.dev/auth/callback?from=souk",
  "data:text/html,https://app.stock-sync.dev/auth/callback?from=souk",
  "https://APP.stock-sync.dev/auth/callback?from=souk",
  "https://app.stock-sync.dev./auth/callback?from=souk",
  "https://app.stock-sync.dev:443/auth/callback?from=souk",
  "https://app.stock-sync.dev:8443/auth/callback?from=souk",
  "https://app.stock-sync.dev:/auth/callback?from=souk",
  "https://@app.stock-sync.dev/auth/callback?from=souk",
  "https://user@app.stock-sync.dev/auth/callback?from=souk",
  "https://app.stock-sync.dev@evil.dev/auth/callback?from=souk",
  "https://evil.dev@app.stock-sync.dev/auth/callback?from=souk",
  "https://evil.dev#https://app.stock-sync.dev/auth/callback?from=souk",
  "https://evil.dev/https://app.stock-sync.dev/auth/callback?from=souk",
  "https://evil.dev\\@app.stock-sync.dev/auth/callback?from=souk",
  "https://app.stock-sync.dev.evil.dev/auth/callback?from=souk",
  "https://evilapp.stock-sync.dev/auth/callback?from=souk",
  "https://x.app.stock-sync.dev/auth/callback?from=souk",
  "https://stock-sync.dev/auth/callback?from=souk",
  "https://app.stock\u2010sync.dev/auth/callback?from=souk",
  "https://app.stock-sync\u3002dev/auth/callback?from=souk",
  "https://\u0430pp.stock-sync.dev/auth/callback?from=souk",
  "https://app.stock-sync.dev/auth/callback?from=so\u200buk",
  "https://app.stock-sync.dev/auth/callback?from=souk,https://other.stock-sync.dev/",
  "https://other.stock-sync.dev",
  "https://other.stock-sync.dev/?from=souk",
  "https%3A%2F%2Fapp.stock-sync.dev%2Fauth%2Fcallback%3Ffrom%3Dsouk",
  "%",
];

test("INS-4 P32 a redirect_uri is accepted if its decoded form is a registered URL", async () => {
  const query = new URLSearchParams(buildAuthorizeQuery(fixture, { redirect_uri: registeredUri })).toString();
  const page = await visit(fixture, authorizePath, { query: [...new URLSearchParams(query)] });
  assert.ok(readConsentToken(page));
  for (const redirect_uri of [registeredUri, "https://other.stock-sync.dev/"]) {
    const response = await approve(fixture, { redirect_uri });
    assert.ok("redirect" in response && response.redirect.startsWith(redirect_uri));
  }
});

test("INS-4 P32 any other spelling of a redirect_uri gets a 400 page and no redirect", async () => {
  assert.ok(new Set(similarUris).size >= 60);
  for (const redirect_uri of similarUris) {
    const response = await visit(fixture, authorizePath, {
      query: buildAuthorizeQuery(fixture, { redirect_uri }),
    });
    const { status, html } = getHtmlPage(response);
    assert.equal(status, 400, redirect_uri);
    assert.doesNotMatch(html, /name="consent"/, redirect_uri);
    assert.doesNotMatch(html, /(href|src|action)="[^"]*(evil|stock-sync)/i, redirect_uri);
    assert.equal("refreshTo" in response, false);
  }
});

test("P32 two redirect_uri parameters are rejected even if one is registered", async () => {
  const query = [
    ...buildAuthorizeQuery(fixture, { redirect_uri: registeredUri }),
    ["redirect_uri", "https://evil.dev/"],
  ] as const;
  const { status } = getHtmlPage(await visit(fixture, authorizePath, { query }));
  assert.equal(status, 400);
});
