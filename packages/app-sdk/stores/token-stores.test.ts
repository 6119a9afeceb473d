import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import pg from "pg";
import { tokenStoreTests } from "../testing/index.ts";
import { fileTokenStore } from "./file-token-store.ts";
import { memoryTokenStore } from "./memory-token-store.ts";
import { postgresTokenStore } from "./postgres-token-store.ts";
import type { Installation, TokenStore } from "./token-store.ts";

let testDb: TestDatabase;
let pools: pg.Pool[];
let tableCount = 0;
let root: string;
let directoryCount = 0;

before(async () => {
  testDb = await createTestDatabase();
  const connection = { connectionString: testDb.connectionString, max: 4 };
  pools = [new pg.Pool(connection), new pg.Pool(connection)];
  root = await mkdtemp(join(tmpdir(), "souk-tokens-"));
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await testDb.stop();
  await rm(root, { recursive: true });
});

const createDirectoryPath = (): string => join(root, `deep/store-${++directoryCount}`);

const openFunctions = {
  memory: async () => {
    const store = memoryTokenStore();
    return { store, openSecondStore: () => store };
  },
  file: async () => {
    const directory = createDirectoryPath();
    return { store: fileTokenStore(directory), openSecondStore: () => fileTokenStore(directory) };
  },
  PostgreSQL: async () => {
    const table = `public.installations_${++tableCount}`;
    const [firstStore, secondStore] = pools.map((pool) => postgresTokenStore(pool, table));
    assert.ok(firstStore && secondStore);
    return { store: firstStore, openSecondStore: () => secondStore };
  },
};

for (const [name, open] of Object.entries(openFunctions))
  for (const check of tokenStoreTests(open)) test(`${name} token store: ${check.name}`, check.run);

const installation = {
  shop: "demo.souk.example",
  host_url: "https://admin.souk.example/demo",
  access_token: "a secret",
  scope: "",
  installed_at: "2026-11-21T07:00:00.000Z",
  subscribed: "",
};

test("only the app's user can read a file token store's data, and no temporary file remains", async () => {
  const directory = createDirectoryPath();
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

test("a file token store does not save an installation whose `shop` contains a path", async () => {
  const store = fileTokenStore(createDirectoryPath());
  await assert.rejects(store.save({ ...installation, shop: "../demo" }), /not a hostname/);
});

test("several processes can create a token store's PostgreSQL table concurrently", async () => {
  const table = `installations_${++tableCount}`;
  const tokenStores = Array.from({ length: 6 }, (_, n) => {
    const pool = pools[n % 2];
    assert.ok(pool);
    return postgresTokenStore(pool, table);
  });
  await Promise.all(tokenStores.map((store) => store.load("demo.souk.example")));
});

test("a token store rejects an invalid name for its PostgreSQL table", () => {
  assert.throws(
    () => postgresTokenStore({ query: async () => ({ rows: [] }) }, "a; drop table b"),
    TypeError,
  );
});

test("a token store's PostgreSQL table whose creation failed is created at the next use", async () => {
  const [pool] = pools;
  assert.ok(pool);
  let isUnavailable = true;
  const store = postgresTokenStore(
    {
      query: (text, values) =>
        isUnavailable ? Promise.reject(new Error("unavailable")) : pool.query(text, values),
    },
    `installations_${++tableCount}`,
  );
  await assert.rejects(store.load("demo.souk.example"), /unavailable/);
  isUnavailable = false;
  assert.equal(await store.load("demo.souk.example"), null);
});

test("the `tokenStoreTests` fail for a token store that ignores tokens or shares its objects", async () => {
  const findFailedTests = async (breakStore: (store: TokenStore) => TokenStore): Promise<string[]> => {
    const open = async () => {
      const store = breakStore(memoryTokenStore());
      return { store, openSecondStore: () => store };
    };
    const failedNames: string[] = [];
    for (const { name, run } of tokenStoreTests(open)) await run().catch(() => failedNames.push(name));
    return failedNames;
  };
  const failuresOfIgnoredToken = await findFailedTests((store) => ({
    ...store,
    remove: async (shop) => store.remove(shop, (await store.load(shop))?.access_token ?? ""),
  }));
  assert.ok(failuresOfIgnoredToken.includes("an installation is not removed when another token is given"));
  assert.ok(failuresOfIgnoredToken.includes("a removal with an old token never removes a new installation"));
  const sharedObjects = new Map<string, Installation>();
  const failuresOfSharedObjects = await findFailedTests((store) => ({
    ...store,
    save: async (saved) => void sharedObjects.set(saved.shop, saved),
    load: async (shop) => sharedObjects.get(shop) ?? null,
  }));
  assert.ok(
    failuresOfSharedObjects.includes(
      "changing a saved or loaded object does not change the stored installation",
    ),
  );
});
