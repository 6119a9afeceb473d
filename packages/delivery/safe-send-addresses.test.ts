import assert from "node:assert/strict";
import { connect as connectTcp, isIP } from "node:net";
import { type TestContext, test } from "node:test";
import { isPublicAddress, ownAddresses } from "./addresses.ts";
import { createResolver, type SafeSender, type SendOutcome } from "./index.ts";
import { type Network, systemNetwork } from "./safe-connector.ts";
import { type Canary, startCanary } from "./test-canary.ts";
import { validCertificate } from "./test-certificates.ts";
import { type NameRecord, startNameServer } from "./test-name-server.ts";
import { http } from "./test-receiver.ts";
import { postTo, receiverFor, senderFor, systemClock } from "./test-sender.ts";
import { refusedSpellings } from "./url-spellings.ts";

// No test leaves this machine, not even when what it proves is broken.
const network: Network = {
  dial(address, port) {
    assert.equal(isPublicAddress(address, []), false, `${address} was dialled`);
    return systemNetwork.dial(address, port);
  },
  ownAddresses,
};
const production = { allowLoopback: false, network };
const development = { allowLoopback: true, network };

// Every kind of address that is not public, in the notations that a URL takes.
const addressKinds = [
  ...[
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
  ],
  ...[
    "0177.0.0.1",
    "0x7f.0.0.0x1",
    "１２７.０.０.１",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "127.0.0.1.",
  ],
  ...[
    "0.0.0.0",
    "0",
    "10.0.0.1",
    "012.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "2852039166",
    "168.63.129.16",
  ],
  ...["172.16.0.1", "192.168.1.1", "192.0.0.1", "192.0.2.2", "198.18.0.1", "203.0.113.1", "224.0.0.1"],
  ...["255.255.255.255", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::127.0.0.1]", "[::ffff:127.0.0.1]"],
  ...[
    "[::ffff:7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::1]",
  ],
  ...["[2001:0:7f00:1::80ff:fffe]", "[2600::5efe:127.0.0.1]", "[2600::200:5efe:7f00:1]", "[fc00::1]"],
  ...["[fd00::2]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]"],
];

async function canaryFor(t: TestContext): Promise<Canary> {
  const canary = await startCanary();
  t.after(() => canary.close());
  return canary;
}

/** A sender whose names are answered by a name server of the test. */
async function senderWithNames(
  t: TestContext,
  recordOf: (name: string) => NameRecord,
  options: Parameters<typeof senderFor>[1] = production,
): Promise<SafeSender> {
  const server = await startNameServer(recordOf);
  t.after(() => server.close());
  const resolver = createResolver({ clock: systemClock, servers: [server.address], timeoutMs: 200 });
  return senderFor(t, { resolver, ...options });
}

function reasonOf(outcome: SendOutcome): string {
  return outcome.kind === "failed" ? outcome.reason : `answered ${outcome.status}`;
}

/** The address as a socket writes it, when the kind is one. */
function canonical(kind: string): string {
  return new URL(`https://${kind}/`).hostname.replace(/^\[|\]$/g, "");
}

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
  for (const kind of [...addressKinds, ...isPublicToo, ...ownAddresses().map(inUrl)]) {
    const outcome = await postTo(sender, `https://${kind}:${canary.port}/`);
    assert.equal(reasonOf(outcome), "refused_address", kind);
    assert.equal(canary.connections, 0, kind);
  }
});

test("P20: no name that resolves to an address that is not public is connected to, in either mode", async (t) => {
  const canary = await canaryFor(t);
  let address = "";
  const recordOf = (): NameRecord => ({ addresses: [address], ttl: 0 });
  const senders = [await senderWithNames(t, recordOf), await senderWithNames(t, recordOf, development)];
  for (const kind of [...addressKinds, ...ownAddresses().map(inUrl)]) {
    address = canonical(kind);
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
  const sender = await senderWithNames(t, () => ({ addresses: ["127.0.0.1", "::1"] }));
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
  const closed = addressKinds.filter((kind) => !["127.0.0.1", "::1"].includes(canonical(kind)));
  assert.ok(closed.length > 30);
  for (const kind of [
    ...closed,
    ...ownAddresses()
      .filter((one) => !["127.0.0.1", "::1"].includes(one))
      .map(inUrl),
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
    network: noting(dialled),
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
  const sender = await senderWithNames(t, () => ({ addresses: ["127.0.0.1"], alias: "metadata.internal" }));
  const outcome = await postTo(sender, `https://hooks.shop:${canary.port}/`);
  assert.equal(reasonOf(outcome), "refused_address");
  assert.equal(canary.connections, 0);
});

test("this machine's own public address is refused, also through a name", async (t) => {
  const dialled: string[] = [];
  const network = { ...noting(dialled), ownAddresses: () => ["198.41.0.4"] };
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

test("what a partner reads never says which address answered", async (t) => {
  const addresses = ["10.1.2.3"];
  const sender = await senderWithNames(t, () => ({ addresses }));
  for (const url of ["https://hooks.shop/", "https://10.1.2.3/", "https://gone.localhost:1/"]) {
    const outcome = await postTo(sender, url);
    assert.ok(outcome.kind === "failed");
    assert.doesNotMatch(outcome.message, /\d/);
  }
});

function inUrl(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** A network on which nothing may be dialled: it notes who tried. */
function noting(dialled: string[]) {
  return {
    dial(address: string): never {
      dialled.push(address);
      throw new Error("nothing may be dialled");
    },
    ownAddresses,
  };
}

/** Stands for the public internet: whatever is dialled is a local server that seems to have the address dialled. */
function publicNetwork(dialled: string[], port: number, answersFrom = 1) {
  return {
    dial(address: string) {
      dialled.push(address);
      // A port on which nobody listens stands for an address that is down.
      const socket = connectTcp({ host: "127.0.0.1", port: dialled.length < answersFrom ? 1 : port });
      Object.defineProperty(socket, "remoteAddress", { get: () => address });
      return socket;
    },
    ownAddresses,
  };
}
