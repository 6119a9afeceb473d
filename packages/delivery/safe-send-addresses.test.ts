import assert from "node:assert/strict";
import { connect as connectTcp, isIP } from "node:net";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { listMachineAddresses } from "./addresses.ts";
import { localNetwork } from "./testing/networks.ts";
import { formatHost, nonPublicAddresses, parseAddress } from "./testing/non-public-addresses.ts";
import { buildResponse } from "./testing/receiver.ts";
import {
  describeOutcome,
  openCanary,
  openReceiver,
  openSender,
  openSenderWithNames,
  postTo,
} from "./testing/sender.ts";
import { rejectedSpellings } from "./testing/url-spellings.ts";

const productionOptions = { localAccess: false, network: localNetwork };
const developmentOptions = { localAccess: true, network: localNetwork };

test("a canary server detects a connection to any address of this machine", async (t) => {
  const canary = await openCanary(t);
  const addresses = ["127.0.0.1", "127.0.0.2", "::1", ...listMachineAddresses()].filter(
    (address) => !address.startsWith("fe80"),
  );
  for (const host of addresses) {
    await new Promise<void>((resolve, reject) => {
      connectTcp({ host, port: canary.port })
        .on("error", reject)
        .on("close", () => resolve());
    });
  }
  assert.equal(canary.connectionCount, addresses.length);
});

test("P20: the tests cover at least 48 kinds of non-public addresses", () => {
  assert.ok(nonPublicAddresses.length >= 48);
});

test("P20: in production, the sender connects to no URL with an IP address", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, productionOptions);
  // 134744072 is 8.8.8.8 as one decimal number.
  const publicAddresses = ["8.8.8.8", "134744072", "[2606:4700:4700::1111]"];
  for (const host of [...nonPublicAddresses, ...publicAddresses, ...listMachineAddresses().map(formatHost)]) {
    const outcome = await postTo(sender, `https://${host}:${canary.port}/`);
    assert.equal(describeOutcome(outcome), "refused_address", host);
    assert.equal(canary.connectionCount, 0, host);
  }
});

test("P20: a host name with a private address is not called, in production or development", async (t) => {
  const canary = await openCanary(t);
  let address = "";
  const getRecord = (): NameRecord => ({ addresses: [address], ttl: 0 });
  const senders = [
    await openSenderWithNames(t, getRecord, productionOptions),
    await openSenderWithNames(t, getRecord, developmentOptions),
  ];
  for (const host of [...nonPublicAddresses, ...listMachineAddresses().map(formatHost)]) {
    address = parseAddress(host);
    assert.ok(isIP(address) !== 0, host);
    for (const sender of senders) {
      const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
      assert.equal(describeOutcome(outcome), "refused_address", host);
      assert.equal(canary.connectionCount, 0, host);
    }
  }
});

test("P20: in production, the sender makes no connection for a URL that registration rejects", async (t) => {
  const canary = await openCanary(t);
  const sender = await openSenderWithNames(t, () => ({ addresses: ["127.0.0.1", "::1"] }), productionOptions);
  for (const spelling of Object.values(rejectedSpellings).flat()) {
    const outcome = await postTo(sender, spelling.replace("%PORT%", String(canary.port)));
    assert.equal(outcome.kind, "failed", spelling);
    assert.equal(canary.connectionCount, 0, spelling);
  }
});

test("development mode allows loopback names and no other address of this machine", async (t) => {
  const receiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const sender = await openSenderWithNames(t, () => "nxdomain", developmentOptions);
  for (const host of ["localhost", "LOCALHOST.", "hooks.localhost", "a.b.localhost", "127.0.0.1", "127.1"]) {
    assert.equal(
      describeOutcome(await postTo(sender, `http://${host}:${receiver.port}/`)),
      "answered 200",
      host,
    );
  }
  assert.equal(describeOutcome(await postTo(sender, `http://[::1]:${receiver.port}/`)), "connect");

  const canary = await openCanary(t);
  const blockedHosts = nonPublicAddresses.filter(
    (host) => !["127.0.0.1", "::1"].includes(parseAddress(host)),
  );
  assert.ok(blockedHosts.length > 30);
  for (const host of [
    ...blockedHosts,
    ...listMachineAddresses()
      .filter((address) => !["127.0.0.1", "::1"].includes(address))
      .map(formatHost),
  ]) {
    const url = `//${host}:${canary.port}/`;
    assert.equal(describeOutcome(await postTo(sender, `https:${url}`)), "refused_address", host);
    assert.equal(describeOutcome(await postTo(sender, `http:${url}`)), "refused_url", host);
  }
  assert.equal(canary.connectionCount, 0);
});

test("a loopback name can be reached over IPv6", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, developmentOptions);
  await postTo(sender, `http://[::1]:${canary.port}/`);
  assert.ok(canary.connectionCount > 0);
});

test("in production, http URLs, loopback names and URLs with a user name are not called", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, productionOptions);
  const suffix = `:${canary.port}/`;
  for (const url of [
    `http://localhost${suffix}`,
    `http://127.0.0.1${suffix}`,
    `https://a@localhost${suffix}`,
    "",
    "/",
    "ftp://a.b/",
  ]) {
    assert.equal(describeOutcome(await postTo(sender, url)), "refused_url", url);
  }
  assert.notEqual((await postTo(sender, `https://localhost${suffix}`)).kind, "answered");
  assert.equal(canary.connectionCount, 0);
});

test("an error message for partners never contains an IP address", async (t) => {
  const addresses = ["10.1.2.3"];
  const sender = await openSenderWithNames(t, () => ({ addresses }), productionOptions);
  for (const url of ["https://hooks.shop/", "https://10.1.2.3/", "https://gone.localhost:1/"]) {
    const outcome = await postTo(sender, url);
    assert.ok(outcome.kind === "failed");
    assert.doesNotMatch(outcome.message, /\d/);
  }
});
