import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import pg from "pg";
import { tokenStoreTests } from "../testing/index.ts";
import { fileTokenStore } from "./file-token-store.ts";
import { memoryTokenStore } from "./memory-token-store.ts";
import { postgresTokenStore } from "./postgres-token-store.ts";
import type { Installation, TokenStore } from "./token-store.ts";

let storage: TestDatabase;
let pools: pg.Pool[];
let tables = 0;
let root: string;
let directories = 0;

before(async () => {
  storage = await testDatabase();
  const connection = { connectionString: storage.connectionString, max: 4 };
  pools = [new pg.Pool(connection), new pg.Pool(connection)];
  root = await mkdtemp(join(tmpdir(), "souk-tokens-"));
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await storage.stop();
  await rm(root, { recursive: true });
});

const newDirectory = (): string => join(root, `deep/store-${++directories}`);

const stores = {
  memory: async () => {
    const store = memoryTokenStore();
    return { store, another: () => store };
  },
  file: async () => {
    const directory = newDirectory();
    return { store: fileTokenStore(directory), another: () => fileTokenStore(directory) };
  },
  PostgreSQL: async () => {
    const table = `public.installations_${++tables}`;
    const [one, other] = pools.map((pool) => postgresTokenStore(pool, table));
    assert.ok(one && other);
    return { store: one, another: () => other };
  },
};

for (const [name, open] of Object.entries(stores))
  for (const check of tokenStoreTests(open)) test(`${name}: ${check.name}`, check.run);

const installation = {
  shop: "demo.souk.example",
  host_url: "https://admin.souk.example/demo",
  access_token: "a secret",
  scope: "",
  installed_at: "2026-11-21T07:00:00.000Z",
  subscribed: "",
};

test("file: only the app's user can read the data, and no other file remains", async () => {
  const directory = newDirectory();
  const store = fileTokenStore(directory);
  await store.save(installation);
  await store.save({ ...installation, access_token: "another" });
  assert.deepEqual(await readdir(directory), ["demo.souk.example.json"]);
  assert.equal((await stat(join(directory, "demo.souk.example.json"))).mode & 0o777, 0o600);
  assert.equal((await stat(directory)).mode & 0o777, 0o700);
  assert.match(await readFile(join(directory, "demo.souk.example.json"), "utf8"), /"another"/);
  await store.remove("demo.souk.example", "another");
  assert.deepEqual(await readdir(directory), []);
});

test("file: a name that would leave the directory is not saved", async () => {
  const store = fileTokenStore(newDirectory());
  await assert.rejects(store.save({ ...installation, shop: "../demo" }), /not a hostname/);
});

test("PostgreSQL: processes create the table at once, and invalid names are rejected", async () => {
  const table = `installations_${++tables}`;
  const all = Array.from({ length: 6 }, (_, n) => {
    const pool = pools[n % 2];
    assert.ok(pool);
    return postgresTokenStore(pool, table);
  });
  await Promise.all(all.map((store) => store.load("demo.souk.example")));
  assert.throws(
    () => postgresTokenStore({ query: async () => ({ rows: [] }) }, "a; drop table b"),
    TypeError,
  );
});

test("PostgreSQL: a table whose creation failed is created at the next use", async () => {
  const [pool] = pools;
  assert.ok(pool);
  let away = true;
  const store = postgresTokenStore(
    {
      query: (text, values) => (away ? Promise.reject(new Error("away")) : pool.query(text, values)),
    },
    `installations_${++tables}`,
  );
  await assert.rejects(store.load("demo.souk.example"), /away/);
  away = false;
  assert.equal(await store.load("demo.souk.example"), null);
});

test("the checks find a store that ignores the token or returns its own objects", async () => {
  const failing = async (spoil: (store: TokenStore) => TokenStore): Promise<string[]> => {
    const open = async () => {
      const store = spoil(memoryTokenStore());
      return { store, another: () => store };
    };
    const failed: string[] = [];
    for (const { name, run } of tokenStoreTests(open)) await run().catch(() => failed.push(name));
    return failed;
  };
  const careless = await failing((store) => ({
    ...store,
    remove: async (shop) => store.remove(shop, (await store.load(shop))?.access_token ?? ""),
  }));
  assert.ok(careless.includes("an installation stays when another token is given"));
  assert.ok(careless.includes("a removal under the old token never takes a new installation with it"));
  const kept = new Map<string, Installation>();
  const open = await failing((store) => ({
    ...store,
    save: async (each) => void kept.set(each.shop, each),
    load: async (shop) => kept.get(shop) ?? null,
  }));
  assert.ok(open.includes("what is done to an object outside does not reach the store"));
});
