import assert from "node:assert/strict";
import { test } from "node:test";
import { getNetwork, getSite } from "./client-network.ts";

test("each IPv4 address is counted separately, even if it is mapped to IPv6", () => {
  assert.equal(getNetwork("203.0.113.9"), "203.0.113.9");
  assert.equal(getNetwork("::ffff:203.0.113.9"), "203.0.113.9");
});

test("IPv6 addresses with the same first 64 bits are counted together, in any notation", () => {
  const sameNetworkAddresses = [
    "2001:db8:1:2::1",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:0DB8:0001:0002::",
    "2001:db8:1:2::9%eth0",
  ];
  assert.deepEqual([...new Set(sameNetworkAddresses.map(getNetwork))], ["2001:db8:1:2::/64"]);
  assert.notEqual(getNetwork("2001:db8:1:3::1"), getNetwork("2001:db8:1:2::1"));
  assert.equal(getNetwork("::1"), "0:0:0:0::/64");
  assert.equal(getNetwork("fe80::1%lo"), "fe80:0:0:0::/64");
});

test("IPv6 addresses with the same first 48 bits belong to one site", () => {
  assert.equal(getSite("2001:db8:1:2::1"), "2001:db8:1::/48");
  assert.equal(getSite("2001:db8:1:ffff::9"), getSite("2001:db8:1::1"));
  assert.notEqual(getSite("2001:db8:2::1"), getSite("2001:db8:1::1"));
  assert.equal(getSite("203.0.113.9"), "203.0.113.9");
});
