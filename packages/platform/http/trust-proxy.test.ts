import assert from "node:assert/strict";
import { test } from "node:test";
import { toTrustProxy } from "./trust-proxy.ts";

function countTrustedHops(proxies: number, addresses: readonly string[]): number {
  const trusts = toTrustProxy(proxies);
  assert.ok(typeof trusts === "function");
  const firstUntrusted = addresses.findIndex((address, hop) => !trusts(address, hop));
  return firstUntrusted === -1 ? addresses.length : firstUntrusted;
}

test("if the number of proxies is set, only a peer at a loopback or private address is trusted as a proxy", () => {
  for (const peer of [
    "127.0.0.1",
    "::1",
    "::ffff:10.1.2.3",
    "10.1.2.3",
    "172.31.0.9",
    "192.168.1.1",
    "fd12::1",
  ])
    assert.equal(countTrustedHops(1, [peer, "203.0.113.9"]), 1, peer);
  for (const peer of ["203.0.113.9", "::ffff:203.0.113.9", "172.32.0.1", "2001:db8::1", "11.0.0.1"])
    assert.equal(countTrustedHops(1, [peer, "198.51.100.1"]), 0, peer);
});

test("if the number of proxies is set, all but the nearest proxy can have public addresses", () => {
  assert.equal(countTrustedHops(2, ["10.0.0.1", "203.0.113.9", "198.51.100.1"]), 2);
});

test("trusted addresses and ranges are used unchanged, and `off` trusts no proxy", () => {
  assert.deepEqual(toTrustProxy(["10.0.0.0/8"]), ["10.0.0.0/8"]);
  assert.equal(toTrustProxy(false), false);
});
