import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type NameRecord, startNameServer } from "@souk/testkit";
import { createResolver, type ResolverOptions } from "./index.ts";
import { systemClock } from "./testing/sender.ts";

type Records = Record<string, NameRecord>;

async function resolverFor(t: TestContext, records: Records, options: Partial<ResolverOptions> = {}) {
  const server = await startNameServer((name) => records[name] ?? "nxdomain");
  const time = { now: 0 };
  const clock = { now: () => time.now };
  const resolver = createResolver({ clock, servers: [server.address], timeoutMs: 5_000, ...options });
  t.after(async () => {
    resolver.close();
    await server.close();
  });
  const pass = (ms: number) => {
    time.now += ms;
  };
  return { server, resolver, pass };
}

test("a name resolves to all its IPv4 addresses, then all its IPv6 addresses", async (t) => {
  const { resolver } = await resolverFor(t, {
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

test("a name that is not there is told from a name server that does not answer", async (t) => {
  const { resolver } = await resolverFor(t, { "bad.shop": "servfail", "none.shop": { addresses: [] } });
  assert.deepEqual(await resolver.resolve("gone.shop"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("none.shop"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("bad.shop"), { ok: false, reason: "no_answer" });
  const { resolver: impatient } = await resolverFor(t, { "slow.shop": "silent" }, { timeoutMs: 100 });
  assert.deepEqual(await impatient.resolve("slow.shop"), { ok: false, reason: "no_answer" });
});

test("the hosts file and search domains are not asked", async (t) => {
  const { resolver, server } = await resolverFor(t, {});
  assert.deepEqual(await resolver.resolve("localhost"), { ok: false, reason: "not_found" });
  assert.deepEqual(await resolver.resolve("intranet"), { ok: false, reason: "not_found" });
  assert.deepEqual(new Set(server.queries), new Set(["localhost", "intranet"]));
});

test("an answer is remembered as long as its records say, at most a minute", async (t) => {
  const records: Records = {
    "short.shop": { addresses: ["1.1.1.1"], ttl: 10 },
    "long.shop": { addresses: ["1.1.1.1"], ttl: 86_400 },
    "never.shop": { addresses: ["1.1.1.1"], ttl: 0 },
  };
  const { resolver, server, pass } = await resolverFor(t, records);
  const asked = async (name: string) => {
    const before = server.queries.length;
    await resolver.resolve(name);
    return server.queries.length > before;
  };
  for (const name of Object.keys(records)) assert.equal(await asked(name), true);
  assert.equal(await asked("never.shop"), true);
  pass(9_999);
  assert.equal(await asked("short.shop"), false);
  assert.equal(await asked("SHORT.shop."), false);
  pass(1);
  assert.equal(await asked("short.shop"), true);
  pass(49_999);
  assert.equal(await asked("long.shop"), false);
  pass(1);
  assert.equal(await asked("long.shop"), true);
});

test("a failure is remembered for five seconds", async (t) => {
  const records: Records = { "hooks.shop": "nxdomain" };
  const { resolver, pass } = await resolverFor(t, records);
  assert.equal((await resolver.resolve("hooks.shop")).ok, false);
  records["hooks.shop"] = { addresses: ["1.1.1.1"] };
  pass(4_999);
  assert.equal((await resolver.resolve("hooks.shop")).ok, false);
  pass(1);
  assert.equal((await resolver.resolve("hooks.shop")).ok, true);
});

test("a name that many ask for at once is asked for once", async (t) => {
  const { resolver, server } = await resolverFor(t, { "hooks.shop": { addresses: ["1.1.1.1"], ttl: 0 } });
  await Promise.all(Array.from({ length: 50 }, () => resolver.resolve("hooks.shop")));
  assert.equal(server.queries.length, 2);
});

test("only so many names are remembered, the last used longest", async (t) => {
  const { resolver, server } = await resolverFor(t, {}, { maxNames: 3 });
  for (const name of ["a.shop", "b.shop", "c.shop", "a.shop", "d.shop"]) await resolver.resolve(name);
  const before = server.queries.length;
  await resolver.resolve("a.shop");
  assert.equal(server.queries.length, before);
  await resolver.resolve("b.shop");
  assert.equal(server.queries.length, before + 2);
});

test("P18: names whose server never answers do not hold up the others", async (t) => {
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
  let givenUp = 0;
  const dead = Array.from({ length: 100 }, async (_, index) => {
    const resolution = await resolver.resolve(`dead${index}.shop`);
    givenUp += 1;
    return resolution;
  });
  for (let index = 0; index < 20; index++) {
    assert.equal((await resolver.resolve(`live${index}.shop`)).ok, true);
  }
  assert.equal(givenUp, 0, "the live names waited for the dead ones");
  for (const resolution of await Promise.all(dead))
    assert.deepEqual(resolution, { ok: false, reason: "no_answer" });
});
