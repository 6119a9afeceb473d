import assert from "node:assert/strict";
import { connect as connectTcp } from "node:net";
import { test } from "node:test";
import type { NameRecord } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { validCertificate } from "./testing/certificates.ts";
import { closedNetwork, localNetwork, publicNetwork } from "./testing/networks.ts";
import { http } from "./testing/receiver.ts";
import { canaryFor, postTo, reasonOf, receiverFor, senderWithNames } from "./testing/sender.ts";

const production = { allowLoopback: false, network: localNetwork };

test("P21: a name with one address that is not public among public ones is refused, in any order", async (t) => {
  const canary = await canaryFor(t);
  const dialled: string[] = [];
  const mixes = [
    ["8.8.8.8", "127.0.0.1"],
    ["127.0.0.1", "8.8.8.8"],
    ["8.8.8.8", "1.1.1.1", "9.9.9.9", "8.8.4.4", "10.0.0.1"],
    ["8.8.8.8", "::1"],
    ["2606:4700::1", "127.0.0.1"],
    ["2606:4700::1", "::ffff:127.0.0.1"],
    ["2606:4700::1", "fe80::1"],
  ];
  let addresses: string[] = [];
  const sender = await senderWithNames(t, () => ({ addresses, ttl: 0 }), {
    ...production,
    network: closedNetwork(dialled),
  });
  for (const mix of mixes) {
    addresses = mix;
    const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
    assert.equal(reasonOf(outcome), "refused_address", mix.join());
  }
  assert.deepEqual([dialled, canary.connections], [[], 0]);
});

test("P21: a name that leads to another name inside is refused", async (t) => {
  const canary = await canaryFor(t);
  const sender = await senderWithNames(
    t,
    () => ({ addresses: ["127.0.0.1"], alias: "metadata.internal" }),
    production,
  );
  const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
  assert.equal(reasonOf(outcome), "refused_address");
  assert.equal(canary.connections, 0);
});

test("this machine's own public address is refused, also through a name", async (t) => {
  const dialled: string[] = [];
  const network = { ...closedNetwork(dialled), ownAddresses: () => ["198.41.0.4"] };
  const sender = await senderWithNames(t, () => ({ addresses: ["198.41.0.4"] }), { ...production, network });
  for (const host of ["198.41.0.4", "hooks.shop"]) {
    assert.equal(reasonOf(await postTo(sender, `https://${host}/`)), "refused_address");
  }
  assert.deepEqual(dialled, []);
});

test("P21: what was checked is what is dialled: a name that changes in between is asked once a connection", async (t) => {
  const canary = await canaryFor(t);
  const receiver = await receiverFor(t, {
    answer: ({ socket }) => socket.end(http(200, { connection: "close" })),
    certificate: validCertificate,
  });
  const dialled: string[] = [];
  let asked = 0;
  const recordOf = (): NameRecord => {
    asked += 1;
    // The first connection asks for both families; what comes after is the attacker's second answer.
    return { addresses: asked <= 2 ? ["8.8.8.8"] : ["127.0.0.1"], ttl: 0 };
  };
  const network = publicNetwork(dialled, receiver.port);
  const sender = await senderWithNames(t, recordOf, { ...production, network });
  assert.equal(reasonOf(await postTo(sender, `https://hooks.shop:${canary.port}/`)), "answered 200");
  assert.equal(reasonOf(await postTo(sender, `https://hooks.shop:${canary.port}/`)), "refused_address");
  assert.deepEqual([dialled, canary.connections], [["8.8.8.8"], 0]);
});

test("P21: a redirect to an address inside is not followed", async (t) => {
  const canary = await canaryFor(t);
  const location = `https://127.0.0.1:${canary.port}/`;
  const receiver = await receiverFor(t, {
    answer: ({ socket }) => socket.write(http(307, { location })),
    certificate: validCertificate,
  });
  const network = publicNetwork([], receiver.port);
  const sender = await senderWithNames(t, () => ({ addresses: ["8.8.8.8"] }), { ...production, network });
  assert.equal(reasonOf(await postTo(sender, "https://hooks.shop/")), "answered 307");
  assert.equal(canary.connections, 0);
});

test("a connection that ended up at another address than was dialled is dropped before anything is written", async (t) => {
  const receiver = await receiverFor(t, { answer: ({ socket }) => socket.write(http(200)) });
  const network = { dial: () => connectTcp({ host: "127.0.0.1", port: receiver.port }), ownAddresses };
  const sender = await senderWithNames(t, () => ({ addresses: ["8.8.8.8"] }), { ...production, network });
  assert.equal(reasonOf(await postTo(sender, "https://hooks.shop/")), "refused_address");
  assert.equal(receiver.requests.length, 0);
});

test("in production a public name with a valid certificate is called by its name, IPv4 and IPv6 in turn", async (t) => {
  const receiver = await receiverFor(t, {
    answer: ({ socket }) => socket.write(http(200)),
    certificate: validCertificate,
  });
  const dialled: string[] = [];
  const addresses = ["8.8.8.8", "8.8.4.4", "2606:4700::1", "1.1.1.1", "1.0.0.1"];
  const network = publicNetwork(dialled, receiver.port, 3);
  const sender = await senderWithNames(t, () => ({ addresses }), { ...production, network });
  assert.equal(reasonOf(await postTo(sender, "https://hooks.shop./a")), "answered 200");
  assert.deepEqual(dialled, ["8.8.8.8", "2606:4700::1", "8.8.4.4"]);
  assert.match(receiver.requests[0]?.head ?? "", /^POST \/a HTTP\/1.1\r\nhost: hooks\.shop/i);
});
