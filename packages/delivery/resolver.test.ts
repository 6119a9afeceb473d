import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type NameRecord, startNameServer } from "@souk/testkit";
import { createResolver, type ResolverOptions } from "./index.ts";
import { systemClock } from "./testing/sender.ts";

type Records = Record<string, NameRecord>;

async function openResolver(t: TestContext, records: Records, options: Partial<ResolverOptions> = {}) {
  const server = await startNameServer((name) => records[name] ?? "nxdomain");
  const time = { now: 1_000 };
  const clock = { now: () => time.now };
  const resolver = createResolver({ clock, servers: [server.address], timeoutMs: 5_000, ...options });
  t.after(async () => {
    resolver.close();
    await server.close();
  });
  const advance = (ms: number) => {
    time.now += ms;
  };
  return { server, resolver, advance };
}

test("a host name resolves to all its IPv4 addresses, then all its IPv6 addresses", async (t) => {
  const { resolver } = await openResolver(t, {
    "both.shop": { addresses: ["2600::1", "1.2.3.4", "5.6.7.8"] },
    "four.shop": { addresses: ["1.2.3.4"] },
    "six.shop": { addresses: ["2600::1", "fd00::2"] },
    "alias.shop": { addresses: ["10.0.0.1"], alias: "inside.shop" },
  });
  const ok = (addresses: string[]) => ({ ok: true, addresses });
  assert.deepEqual(await resolver.resolve("both.shop"), ok(["1.2.3.4", "5.6.7.8", "2600::1"]));
  assert.deepEqual(await resolver.resolve("four.shop"), ok(["1.2.3.4"]));
  assert.deepEqual(await resolver.resolve("six.shop"), ok(["2600::1", "fd00::2"]));
  assert.deepEqual(await resolver.resolve("alias.shop"), ok(["10.0.0.1"]));
});

test("a host name that does not exist is distinguished from an unresponsive name server", async (t) => {
  const { resolver } = await openResolver(t, { "bad.shop": "servfail", "none.shop": { addresses: [] } });
  assert.deepEqual(await resolver.resolve("gone.shop"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("none.shop"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("bad.shop"), { ok: false, reason: "no_answer" });
  const timeoutFixture = await openResolver(t, { "slow.shop": "silent" }, { timeoutMs: 100 });
  assert.deepEqual(await timeoutFixture.resolver.resolve("slow.shop"), { ok: false, reason: "no_answer" });
});

test("name resolution does not use the hosts file or search domains", async (t) => {
  const { resolver, server } = await openResolver(t, {});
  assert.deepEqual(await resolver.resolve("localhost"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("intranet"), { ok: false, reason: "not_found" });
  assert.deepEqual(new Set(server.queries), new Set(["localhost", "intranet"]));
});

test("a DNS result is cached for the TTL of its records, but at most a minute", async (t) => {
  const records: Records = {
    "short.shop": { addresses: ["1.1.1.1"], ttl: 10 },
    "long.shop": { addresses: ["1.1.1.1"], ttl: 86_400 },
    "never.shop": { addresses: ["1.1.1.1"], ttl: 0 },
  };
  const { resolver, server, advance } = await openResolver(t, records);
  const causesQuery = async (name: string) => {
    const queryCountBefore = server.queries.length;
    await resolver.resolve(name);
    return server.queries.length > queryCountBefore;
  };
  for (const name of Object.keys(records)) assert.equal(await causesQuery(name), true);
  assert.equal(await causesQuery("never.shop"), true);
  advance(10_000);
  assert.equal(await causesQuery("short.shop"), false);
  assert.equal(await causesQuery("SHORT.shop."), false);
  advance(1);
  assert.equal(await causesQuery("short.shop"), true);
  advance(49_999);
  assert.equal(await causesQuery("long.shop"), false);
  advance(1);
  assert.equal(await causesQuery("long.shop"), true);
});

test("a failed DNS lookup is cached for five seconds", async (t) => {
  const records: Records = { "hooks.shop": "nxdomain" };
  const { resolver, advance } = await openResolver(t, records);
  assert.equal((await resolver.resolve("hooks.shop")).ok, false);
  records["hooks.shop"] = { addresses: ["1.1.1.1"] };
  advance(5_000);
  assert.equal((await resolver.resolve("hooks.shop")).ok, false);
  advance(1);
  assert.equal((await resolver.resolve("hooks.shop")).ok, true);
});

test("concurrent lookups of a host name share one DNS query per address family", async (t) => {
  const { resolver, server } = await openResolver(t, { "hooks.shop": { addresses: ["1.1.1.1"], ttl: 0 } });
  await Promise.all(Array.from({ length: 50 }, () => resolver.resolve("hooks.shop")));
  assert.equal(server.queries.length, 2);
});

test("when the DNS cache is full, the least recently used name is removed", async (t) => {
  const { resolver, server } = await openResolver(t, {}, { maxNames: 3 });
  for (const name of ["a.shop", "b.shop", "c.shop", "a.shop", "d.shop"]) await resolver.resolve(name);
  const queryCountBefore = server.queries.length;
  await resolver.resolve("a.shop");
  assert.equal(server.queries.length, queryCountBefore);
  await resolver.resolve("b.shop");
  assert.equal(server.queries.length, queryCountBefore + 2);
});

test("P18: names whose name server never responds do not delay the lookup of other names", async (t) => {
  const server = await startNameServer((name) =>
    name.startsWith("dead") ? "silent" : { addresses: ["1.1.1.1"], ttl: 0 },
  );
  const resolver = createResolver({
    clock: systemClock,
    servers: [server.address],
    timeoutMs: 2_000,
  });
  t.after(async () => {
    resolver.close();
    await server.close();
  });
  let timeoutCount = 0;
  const deadResolutions = Array.from({ length: 100 }, async (_, index) => {
    const resolution = await resolver.resolve(`dead${index}.shop`);
    timeoutCount += 1;
    return resolution;
  });
  for (let index = 0; index < 20; index++) {
    assert.equal((await resolver.resolve(`live${index}.shop`)).ok, true);
  }
  assert.equal(timeoutCount, 0, "the live names waited for the dead ones");
  for (const resolution of await Promise.all(deadResolutions))
    assert.deepEqual(resolution, { ok: false, reason: "no_answer" });
});
