import assert from "node:assert/strict";
import { test } from "node:test";
import { toTrustProxy } from "./trust-proxy.ts";

/** Count the addresses, from the nearest one, that are trusted as proxies before the first one that is not. */
function countTrustedHops(proxyCount: number, addresses: readonly string[]): number {
  const isTrusted = toTrustProxy(proxyCount);
  assert.ok(typeof isTrusted === "function");
  const firstUntrustedHop = addresses.findIndex((address, hop) => !isTrusted(address, hop));
  return firstUntrustedHop === -1 ? addresses.length : firstUntrustedHop;
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

test("a list of trusted proxy addresses, or false for none, is used unchanged", () => {
  assert.deepEqual(toTrustProxy(["10.0.0.0/8"]), ["10.0.0.0/8"]);
  assert.equal(toTrustProxy(false), false);
});
