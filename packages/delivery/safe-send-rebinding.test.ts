import assert from "node:assert/strict";
import { connect as connectTcp } from "node:net";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { listMachineAddresses } from "./addresses.ts";
import { validCertificate } from "./testing/certificates.ts";
import { createClosedNetwork, createPublicNetwork, localNetwork } from "./testing/networks.ts";
import { buildResponse } from "./testing/receiver.ts";
import { describeOutcome, openCanary, openReceiver, openSenderWithNames, postTo } from "./testing/sender.ts";

const productionOptions = { localAccess: false, network: localNetwork };

test("P21: a host name with both public and non-public addresses, in any order, is rejected", async (t) => {
  const canary = await openCanary(t);
  const dialedAddresses: string[] = [];
  const addressLists = [
    ["8.8.8.8", "127.0.0.1"],
    ["127.0.0.1", "8.8.8.8"],
    ["8.8.8.8", "1.1.1.1", "9.9.9.9", "8.8.4.4", "10.0.0.1"],
    ["8.8.8.8", "::1"],
    ["2606:4700::1", "127.0.0.1"],
    ["2606:4700::1", "::ffff:127.0.0.1"],
    ["2606:4700::1", "fe80::1"],
  ];
  let addresses: string[] = [];
  const sender = await openSenderWithNames(t, () => ({ addresses, ttl: 0 }), {
    ...productionOptions,
    network: createClosedNetwork(dialedAddresses),
  });
  for (const addressList of addressLists) {
    addresses = addressList;
    const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
    assert.equal(describeOutcome(outcome), "refused_address", addressList.join());
  }
  assert.deepEqual([dialedAddresses, canary.connectionCount], [[], 0]);
});

test("P21: a host name that is an alias of an internal name is rejected", async (t) => {
  const canary = await openCanary(t);
  const sender = await openSenderWithNames(
    t,
    () => ({ addresses: ["127.0.0.1"], alias: "metadata.internal" }),
    productionOptions,
  );
  const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
  assert.equal(describeOutcome(outcome), "refused_address");
  assert.equal(canary.connectionCount, 0);
});

test("a request to this machine's own public address is rejected, by address and by name", async (t) => {
  const dialedAddresses: string[] = [];
  const network = { ...createClosedNetwork(dialedAddresses), listMachineAddresses: () => ["198.41.0.4"] };
  const sender = await openSenderWithNames(t, () => ({ addresses: ["198.41.0.4"] }), {
    ...productionOptions,
    network,
  });
  for (const host of ["198.41.0.4", "hooks.shop"]) {
    assert.equal(describeOutcome(await postTo(sender, `https://${host}/`)), "refused_address");
  }
  assert.deepEqual(dialedAddresses, []);
});

test("P21: a host name is resolved once per connection, and the resolved address is dialed", async (t) => {
  const canary = await openCanary(t);
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => socket.end(buildResponse(200, { connection: "close" })),
    certificate: validCertificate,
  });
  const dialedAddresses: string[] = [];
  let queryCount = 0;
  const getRecord = (): NameRecord => {
    queryCount += 1;
    // The first connection makes two queries, one per address family. Later queries get the attacker's second address.
    return { addresses: queryCount <= 2 ? ["8.8.8.8"] : ["127.0.0.1"], ttl: 0 };
  };
  const network = createPublicNetwork(dialedAddresses, receiver.port);
  const sender = await openSenderWithNames(t, getRecord, { ...productionOptions, network });
  assert.equal(describeOutcome(await postTo(sender, `https://hooks.shop:${canary.port}/`)), "answered 200");
  assert.equal(
    describeOutcome(await postTo(sender, `https://hooks.shop:${canary.port}/`)),
    "refused_address",
  );
  assert.deepEqual([dialedAddresses, canary.connectionCount], [["8.8.8.8"], 0]);
});

test("P21: a redirect to an internal address is not followed", async (t) => {
  const canary = await openCanary(t);
  const location = `https://127.0.0.1:${canary.port}/`;
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => socket.write(buildResponse(307, { location })),
    certificate: validCertificate,
  });
  const network = createPublicNetwork([], receiver.port);
  const sender = await openSenderWithNames(t, () => ({ addresses: ["8.8.8.8"] }), {
    ...productionOptions,
    network,
  });
  assert.equal(describeOutcome(await postTo(sender, "https://hooks.shop/")), "answered 307");
  assert.equal(canary.connectionCount, 0);
});

test("a connection whose remote address is not the dialed address is closed before any write", async (t) => {
  const receiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const network = {
    dial: () => connectTcp({ host: "127.0.0.1", port: receiver.port }),
    listMachineAddresses,
  };
  const sender = await openSenderWithNames(t, () => ({ addresses: ["8.8.8.8"] }), {
    ...productionOptions,
    network,
  });
  assert.equal(describeOutcome(await postTo(sender, "https://hooks.shop/")), "refused_address");
  assert.equal(receiver.requests.length, 0);
});

test("a public name's IPv4 and IPv6 addresses are tried alternately", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => socket.write(buildResponse(200)),
    certificate: validCertificate,
  });
  const dialedAddresses: string[] = [];
  const addresses = ["8.8.8.8", "8.8.4.4", "2606:4700::1", "1.1.1.1", "1.0.0.1"];
  // The first two dials fail, and the third one succeeds.
  const network = createPublicNetwork(dialedAddresses, receiver.port, 3);
  const sender = await openSenderWithNames(t, () => ({ addresses }), { ...productionOptions, network });
  assert.equal(describeOutcome(await postTo(sender, "https://hooks.shop./a")), "answered 200");
  assert.deepEqual(dialedAddresses, ["8.8.8.8", "2606:4700::1", "8.8.4.4"]);
  assert.match(receiver.requests[0]?.head ?? "", /^POST \/a HTTP\/1.1\r\nhost: hooks\.shop/i);
});
