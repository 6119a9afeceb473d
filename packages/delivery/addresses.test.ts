import assert from "node:assert/strict";
import { test } from "node:test";
import { isIpAddressLiteral, isPublicAddress, listMachineAddresses } from "./addresses.ts";

// The first and last addresses of the IP ranges that are not public, and some addresses between them.
const nonPublicAddresses = [
  ...["0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255"],
  ...["127.0.0.0", "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.0.0", "169.254.169.254"],
  ...["169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0"],
  ...["192.0.2.255", "192.31.196.0", "192.31.196.255", "192.52.193.0", "192.52.193.255", "192.88.99.0"],
  ...["192.88.99.255", "192.168.0.0", "192.168.255.255", "192.175.48.0", "192.175.48.255", "198.18.0.0"],
  ...["198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255", "224.0.0.0"],
  ...["239.255.255.255", "240.0.0.0", "255.255.255.255"],
  ...["::", "::1", "::2", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1"],
  ...["::ffff:0:8.8.8.8", "64:ff9b::", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1"],
  ...["1fff:ffff::1", "2001::", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:20::1"],
  ...["2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ...["2002::", "2002:7f00:1::", "2002:808:808::1", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ...["2620:4f:8000::", "2620:4f:8000:ffff::1", "3fff::", "3fff:fff:ffff:ffff::1", "4000::", "5f00::1"],
  ...["fc00::1", "fd00::2", "fdff::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1"],
  ...["2600::5efe:7f00:1", "2600::200:5efe:7f00:1", "2600:1:2:3:0:5efe:808:808", "2600::5efe:127.0.0.1"],
  ...["2606:4700::1111%eth0", "2606:4700::1111%1"],
];

// The addresses just below and above the non-public ranges.
const publicAddresses = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255"],
  ...["172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.31.195.255", "192.31.197.0"],
  ...["192.52.192.255", "192.52.194.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0"],
  ...["192.175.47.255", "192.175.49.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0"],
  ...["203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ...["2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2001:4860:4860::8888", "2003::1"],
  ...["2600::1", "2606:4700:4700::1111", "2620:4f:7fff::1", "2620:4f:8001::1", "2a00:1450::1"],
  ...["3ffe:ffff::1", "3fff:1000::1", "2600::5eff:7f00:1", "2600::1:5efe:808:808", "2600::5efe:0:0:1"],
];

test("addresses in non-public IP ranges, including the first and last, are not public", () => {
  for (const address of nonPublicAddresses) assert.equal(isPublicAddress(address, []), false, address);
});

test("addresses just outside the non-public IP ranges are public", () => {
  for (const address of publicAddresses) assert.equal(isPublicAddress(address, []), true, address);
});

test("a string that is not a plain IP address is not public", () => {
  const texts = [
    "",
    "localhost",
    "8.8.8",
    "134744072",
    "0x8.8.8.8",
    "08.8.8.8",
    "8.8.8.8 ",
    "8.8.8.8.",
    "[2600::1]",
  ];
  for (const text of texts) assert.equal(isPublicAddress(text, []), false, text);
});

test("this machine's own public addresses are rejected in every notation", () => {
  const machineAddresses = ["8.8.8.8", "2600:0:0::a", "fe80::1%eth0"];
  for (const address of ["8.8.8.8", "2600::a", "2600:0:0:0:0:0:0:A"]) {
    assert.equal(isPublicAddress(address, machineAddresses), false, address);
  }
  for (const address of ["8.8.4.4", "2600::b"])
    assert.equal(isPublicAddress(address, machineAddresses), true, address);
});

test("the loopback address is among this machine's addresses", () => {
  assert.ok(listMachineAddresses().includes("127.0.0.1"));
});

test("an IP address in any spelling is distinguished from a host name", () => {
  const urls = [
    "https://127.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://１２７.0.0.1/",
  ];
  for (const url of urls) assert.equal(isIpAddressLiteral(new URL(url).hostname), true, url);
  assert.equal(isIpAddressLiteral("127.0.0.1.nip.io"), false);
});
