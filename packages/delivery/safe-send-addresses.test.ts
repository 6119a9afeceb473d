import assert from "node:assert/strict";
import { connect as connectTcp, isIP } from "node:net";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { addressKinds, formatHost, parseAddress } from "./testing/address-kinds.ts";
import { localNetwork } from "./testing/networks.ts";
import { http } from "./testing/receiver.ts";
import {
  getReason,
  openCanary,
  openReceiver,
  openSender,
  openSenderWithNames,
  postTo,
} from "./testing/sender.ts";
import { rejectedSpellings } from "./testing/url-spellings.ts";

const production = { allowLoopback: false, network: localNetwork };
const development = { allowLoopback: true, network: localNetwork };

test("the canary detects a connection to any address of this machine", async (t) => {
  const canary = await openCanary(t);
  const addresses = ["127.0.0.1", "127.0.0.2", "::1", ...ownAddresses()].filter(
    (address) => !address.startsWith("fe80"),
  );
  for (const host of addresses) {
    await new Promise<void>((resolve, reject) => {
      connectTcp({ host, port: canary.port })
        .on("error", reject)
        .on("close", () => resolve());
    });
  }
  assert.equal(canary.connections, addresses.length);
});

test("P20: the tests cover at least 48 kinds of address", () => {
  assert.ok(addressKinds.length >= 48);
});

test("P20: in production no URL with an IP address is connected to", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, production);
  const publicAddresses = ["8.8.8.8", "134744072", "[2606:4700:4700::1111]"];
  for (const kind of [...addressKinds, ...publicAddresses, ...ownAddresses().map(formatHost)]) {
    const outcome = await postTo(sender, `https://${kind}:${canary.port}/`);
    assert.equal(getReason(outcome), "refused_address", kind);
    assert.equal(canary.connections, 0, kind);
  }
});

test("P20: no name resolving to a non-public address is connected to, in either mode", async (t) => {
  const canary = await openCanary(t);
  let address = "";
  const getRecord = (): NameRecord => ({ addresses: [address], ttl: 0 });
  const senders = [
    await openSenderWithNames(t, getRecord, production),
    await openSenderWithNames(t, getRecord, development),
  ];
  for (const kind of [...addressKinds, ...ownAddresses().map(formatHost)]) {
    address = parseAddress(kind);
    assert.ok(isIP(address) !== 0, kind);
    for (const sender of senders) {
      const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
      assert.equal(getReason(outcome), "refused_address", kind);
      assert.equal(canary.connections, 0, kind);
    }
  }
});

test("P20: no address spelling rejected at registration is connected to in production", async (t) => {
  const canary = await openCanary(t);
  const sender = await openSenderWithNames(t, () => ({ addresses: ["127.0.0.1", "::1"] }), production);
  for (const spelling of Object.values(rejectedSpellings).flat()) {
    const outcome = await postTo(sender, spelling.replace("%PORT%", String(canary.port)));
    assert.equal(outcome.kind, "failed", spelling);
    assert.equal(canary.connections, 0, spelling);
  }
});

test("development mode allows loopback names and no other address of this machine", async (t) => {
  const receiver = await openReceiver(t, { answer: ({ socket }) => socket.write(http(200)) });
  const sender = await openSenderWithNames(t, () => "nxdomain", development);
  for (const host of ["localhost", "LOCALHOST.", "hooks.localhost", "a.b.localhost", "127.0.0.1", "127.1"]) {
    assert.equal(getReason(await postTo(sender, `http://${host}:${receiver.port}/`)), "answered 200", host);
  }
  assert.equal(getReason(await postTo(sender, `http://[::1]:${receiver.port}/`)), "connect");

  const canary = await openCanary(t);
  const closed = addressKinds.filter((kind) => !["127.0.0.1", "::1"].includes(parseAddress(kind)));
  assert.ok(closed.length > 30);
  for (const kind of [
    ...closed,
    ...ownAddresses()
      .filter((address) => !["127.0.0.1", "::1"].includes(address))
      .map(formatHost),
  ]) {
    const url = `//${kind}:${canary.port}/`;
    assert.equal(getReason(await postTo(sender, `https:${url}`)), "refused_address", kind);
    assert.equal(getReason(await postTo(sender, `http:${url}`)), "refused_url", kind);
  }
  assert.equal(canary.connections, 0);
});

test("a loopback name can be reached over IPv6", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, development);
  await postTo(sender, `http://[::1]:${canary.port}/`);
  assert.ok(canary.connections > 0);
});

test("production calls no http URL, loopback name or URL with a user name", async (t) => {
  const canary = await openCanary(t);
  const sender = openSender(t, production);
  const suffix = `:${canary.port}/`;
  for (const url of [
    `http://localhost${suffix}`,
    `http://127.0.0.1${suffix}`,
    `https://a@localhost${suffix}`,
    "",
    "/",
    "ftp://a.b/",
  ]) {
    assert.equal(getReason(await postTo(sender, url)), "refused_url", url);
  }
  assert.notEqual((await postTo(sender, `https://localhost${suffix}`)).kind, "answered");
  assert.equal(canary.connections, 0);
});

test("an error message for partners never names an address", async (t) => {
  const addresses = ["10.1.2.3"];
  const sender = await openSenderWithNames(t, () => ({ addresses }), production);
  for (const url of ["https://hooks.shop/", "https://10.1.2.3/", "https://gone.localhost:1/"]) {
    const outcome = await postTo(sender, url);
    assert.ok(outcome.kind === "failed");
    assert.doesNotMatch(outcome.message, /\d/);
  }
});
