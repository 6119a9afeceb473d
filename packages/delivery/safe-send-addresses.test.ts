import assert from "node:assert/strict";
import { connect as connectTcp, isIP } from "node:net";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { addressKinds, addressOf, hostOf } from "./testing/address-kinds.ts";
import { localNetwork } from "./testing/networks.ts";
import { http } from "./testing/receiver.ts";
import { canaryFor, postTo, reasonOf, receiverFor, senderFor, senderWithNames } from "./testing/sender.ts";
import { refusedSpellings } from "./testing/url-spellings.ts";

const production = { allowLoopback: false, network: localNetwork };
const development = { allowLoopback: true, network: localNetwork };

test("the canary hears a connection to any address of this machine", async (t) => {
  const canary = await canaryFor(t);
  const addresses = ["127.0.0.1", "127.0.0.2", "::1", ...ownAddresses()].filter(
    (one) => !one.startsWith("fe80"),
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

test("P20: at least 48 kinds of address are tried", () => {
  assert.ok(addressKinds.length >= 48);
});

test("P20: in production no kind of address in a URL is connected to", async (t) => {
  const canary = await canaryFor(t);
  const sender = senderFor(t, production);
  const isPublicToo = ["8.8.8.8", "134744072", "[2606:4700:4700::1111]"];
  for (const kind of [...addressKinds, ...isPublicToo, ...ownAddresses().map(hostOf)]) {
    const outcome = await postTo(sender, `https://${kind}:${canary.port}/`);
    assert.equal(reasonOf(outcome), "refused_address", kind);
    assert.equal(canary.connections, 0, kind);
  }
});

test("P20: no name that resolves to an address that is not public is connected to, in either mode", async (t) => {
  const canary = await canaryFor(t);
  let address = "";
  const recordOf = (): NameRecord => ({ addresses: [address], ttl: 0 });
  const senders = [
    await senderWithNames(t, recordOf, production),
    await senderWithNames(t, recordOf, development),
  ];
  for (const kind of [...addressKinds, ...ownAddresses().map(hostOf)]) {
    address = addressOf(kind);
    assert.ok(isIP(address) !== 0, kind);
    for (const sender of senders) {
      const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
      assert.equal(reasonOf(outcome), "refused_address", kind);
      assert.equal(canary.connections, 0, kind);
    }
  }
});

test("P20: no spelling that registration refuses is connected to in production, should it ever be stored", async (t) => {
  const canary = await canaryFor(t);
  const sender = await senderWithNames(t, () => ({ addresses: ["127.0.0.1", "::1"] }), production);
  for (const spelling of Object.values(refusedSpellings).flat()) {
    const outcome = await postTo(sender, spelling.replace("%PORT%", String(canary.port)));
    assert.equal(outcome.kind, "failed", spelling);
    assert.equal(canary.connections, 0, spelling);
  }
});

test("development opens this machine's loopback names and no other way to it", async (t) => {
  const receiver = await receiverFor(t, { answer: ({ socket }) => socket.write(http(200)) });
  const sender = await senderWithNames(t, () => "nxdomain", development);
  for (const host of ["localhost", "LOCALHOST.", "hooks.localhost", "a.b.localhost", "127.0.0.1", "127.1"]) {
    assert.equal(reasonOf(await postTo(sender, `http://${host}:${receiver.port}/`)), "answered 200", host);
  }
  assert.equal(reasonOf(await postTo(sender, `http://[::1]:${receiver.port}/`)), "connect");

  const canary = await canaryFor(t);
  const closed = addressKinds.filter((kind) => !["127.0.0.1", "::1"].includes(addressOf(kind)));
  assert.ok(closed.length > 30);
  for (const kind of [
    ...closed,
    ...ownAddresses()
      .filter((one) => !["127.0.0.1", "::1"].includes(one))
      .map(hostOf),
  ]) {
    const url = `//${kind}:${canary.port}/`;
    assert.equal(reasonOf(await postTo(sender, `https:${url}`)), "refused_address", kind);
    assert.equal(reasonOf(await postTo(sender, `http:${url}`)), "refused_url", kind);
  }
  assert.equal(canary.connections, 0);
});

test("a loopback name is answered on IPv6 when nobody listens on IPv4", async (t) => {
  const canary = await canaryFor(t);
  const sender = senderFor(t, development);
  await postTo(sender, `http://[::1]:${canary.port}/`);
  assert.ok(canary.connections > 0);
});

test("production calls neither http, nor loopback names, nor a URL with a user name", async (t) => {
  const canary = await canaryFor(t);
  const sender = senderFor(t, production);
  const at = `:${canary.port}/`;
  for (const url of [
    `http://localhost${at}`,
    `http://127.0.0.1${at}`,
    `https://a@localhost${at}`,
    "",
    "/",
    "ftp://a.b/",
  ]) {
    assert.equal(reasonOf(await postTo(sender, url)), "refused_url", url);
  }
  assert.notEqual((await postTo(sender, `https://localhost${at}`)).kind, "answered");
  assert.equal(canary.connections, 0);
});

test("what a partner reads never says which address answered", async (t) => {
  const addresses = ["10.1.2.3"];
  const sender = await senderWithNames(t, () => ({ addresses }), production);
  for (const url of ["https://hooks.shop/", "https://10.1.2.3/", "https://gone.localhost:1/"]) {
    const outcome = await postTo(sender, url);
    assert.ok(outcome.kind === "failed");
    assert.doesNotMatch(outcome.message, /\d/);
  }
});
