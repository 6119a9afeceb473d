import assert from "node:assert/strict";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { checkPublicUrl } from "./index.ts";
import { createLocalHosts, type LocalAccess } from "./local-hosts.ts";
import { describeOutcome, openCanary, openSenderWithNames, postTo } from "./testing/sender.ts";

const listedHosts = createLocalHosts(["App", "api.lan", "127.0.0.2", "192.168.0.0/16", "fd00::/8"]);

function check(url: string, localAccess: LocalAccess) {
  return checkPublicUrl(url, { ownDomains: ["souk.localhost"], localAccess, purpose: "app" });
}

test("a URL with a host listed in SOUK_DEV_HOSTS is accepted with a warning, even if it is http", () => {
  for (const url of [
    "http://app:3000/",
    "http://api.lan:80/start",
    "https://192.168.1.20/",
    "http://[fd00::5]:4000/",
    // A loopback name needs no entry in the list.
    "http://localhost:4200/",
  ]) {
    const verdict = check(url, listedHosts);
    assert.ok(verdict.ok, url);
    assert.equal(verdict.warnings.length, 1, url);
  }
  const verdict = check("http://app:3000/", listedHosts);
  assert.match(verdict.ok ? (verdict.warnings[0] ?? "") : "", /points to a host of SOUK_DEV_HOSTS \(app\)/);
});

test("a URL with a private host is rejected unless SOUK_DEV_HOSTS lists the host", () => {
  for (const url of [
    "http://other:3000/",
    "http://10.0.0.5/",
    "http://sub.app/",
    "http://admin.souk.localhost/",
  ])
    assert.equal(check(url, listedHosts).ok, false, url);
  for (const access of [true, false])
    for (const url of ["http://app:3000/", "http://192.168.1.20/", "https://127.0.0.2/"])
      assert.equal(check(url, access).ok, false, url);
});

test("outgoing requests reach private addresses only if SOUK_DEV_HOSTS lists them", async (t) => {
  const canary = await openCanary(t);
  let address = "127.0.0.2";
  const getRecord = (): NameRecord => ({ addresses: [address], ttl: 0 });
  const send = async (localAccess: LocalAccess, url: string) => {
    const sender = await openSenderWithNames(t, getRecord, { localAccess });
    return describeOutcome(await postTo(sender, url));
  };
  const addressUrl = `http://127.0.0.2:${canary.port}/`;
  const nameUrl = `https://hooks.shop:${canary.port}/`;
  for (const access of [true, false]) {
    assert.match(await send(access, addressUrl), /refused/);
    assert.match(await send(access, nameUrl), /refused/);
  }
  assert.match(await send(createLocalHosts(["127.0.0.3"]), addressUrl), /refused/);
  assert.equal(canary.connectionCount, 0);
  assert.doesNotMatch(await send(listedHosts, addressUrl), /refused/);
  const connectionsToAddressUrl = canary.connectionCount;
  assert.ok(connectionsToAddressUrl > 0);
  assert.doesNotMatch(await send(listedHosts, nameUrl), /refused/);
  assert.ok(canary.connectionCount > connectionsToAddressUrl);
  address = "127.0.0.4";
  assert.match(await send(listedHosts, nameUrl), /refused/);
});
