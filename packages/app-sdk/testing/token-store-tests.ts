import assert from "node:assert/strict";
import type { Installation, TokenStore } from "../stores/token-store.ts";

/** An empty token store to test. */
export interface TokenStoreUnderTest {
  store: TokenStore;
  /**
   * Return a second store on the same storage, as another process of the app would create it. If the storage can have only
   * one store, return the same store.
   */
  openSecondStore(): TokenStore | Promise<TokenStore>;
  /** Called when a test has ended, whether it passed or not. */
  close?(): Promise<void>;
}

/** A test of a token store. `run` rejects if the token store does not behave as the name says. */
export interface TokenStoreTest {
  name: string;
  run(): Promise<void>;
}

const shop = "demo.souk.example";

const createInstallation = (overrides: Partial<Installation> = {}): Installation => ({
  shop,
  host_url: "https://admin.souk.example/demo",
  access_token: "first",
  scope: "read_products,write_products",
  installed_at: "2026-11-21T07:00:00.000Z",
  subscribed: "",
  ...overrides,
});

const checks: Record<string, (store: TokenStore, secondStore: TokenStore) => Promise<void>> = {
  "an installation that was never saved is not found": async (store) => {
    assert.equal(await store.load(shop), null);
    assert.equal(await store.remove(shop, "first"), false);
    assert.deepEqual(await store.shops(), []);
  },
  "a saved installation is loaded completely, with any content": async (store) => {
    const unusualInstallation = createInstallation({
      access_token: `'"\\ 商店 ${"x".repeat(2_000)}`,
      scope: "",
      subscribed: "a\nb",
    });
    await store.save(unusualInstallation);
    assert.deepEqual(await store.load(shop), unusualInstallation);
  },
  "a later installation replaces the earlier one": async (store) => {
    await store.save(createInstallation());
    const laterInstallation = createInstallation({
      access_token: "second",
      scope: "read_products",
      subscribed: "x",
    });
    await store.save(laterInstallation);
    assert.deepEqual(await store.load(shop), laterInstallation);
    assert.deepEqual(await store.shops(), [shop]);
  },
  "changing a saved or loaded object does not change the stored installation": async (store) => {
    const savedObject = createInstallation();
    await store.save(savedObject);
    savedObject.access_token = "changed";
    const loadedInstallation = await store.load(shop);
    assert.equal(loadedInstallation?.access_token, "first");
    if (loadedInstallation) loadedInstallation.scope = "changed";
    assert.deepEqual(await store.load(shop), createInstallation());
  },
  "removing an installation with its own token succeeds once": async (store) => {
    await store.save(createInstallation());
    assert.equal(await store.remove(shop, "first"), true);
    assert.equal(await store.load(shop), null);
    assert.equal(await store.remove(shop, "first"), false);
    await store.save(createInstallation({ access_token: "second" }));
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "an installation is not removed when another token is given": async (store) => {
    await store.save(createInstallation({ access_token: "second" }));
    for (const token of ["first", "", "secon", "Second"])
      assert.equal(await store.remove(shop, token), false);
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "installations of several stores are separate, and the list is sorted": async (store) => {
    const names = ["b.souk.example", "a.souk.example", "a-b.souk.example", "ab.souk.example"];
    for (const name of names) await store.save(createInstallation({ shop: name, access_token: name }));
    assert.equal(await store.remove("a.souk.example", "a.souk.example"), true);
    assert.deepEqual(await store.shops(), ["a-b.souk.example", "ab.souk.example", "b.souk.example"]);
    assert.equal((await store.load("ab.souk.example"))?.access_token, "ab.souk.example");
  },
  "looking up a name that is not a hostname finds nothing and accesses no file": async (store) => {
    await store.save(createInstallation());
    for (const name of [
      "",
      ".",
      "..",
      "../demo.souk.example",
      "__proto__",
      "constructor",
      "%",
      "' or true --",
      "DEMO.souk.example",
    ])
      assert.deepEqual([await store.load(name), await store.remove(name, "first")], [null, false], name);
  },
  "another process immediately sees a saved or removed installation": async (store, secondStore) => {
    await store.save(createInstallation());
    assert.deepEqual(await secondStore.load(shop), createInstallation());
    assert.equal(await secondStore.remove(shop, "first"), true);
    assert.equal(await store.load(shop), null);
  },
  "installations that two processes save concurrently are all stored": async (store, secondStore) => {
    const names = Array.from({ length: 40 }, (_, n) => `s${String(n).padStart(2, "0")}.souk.example`);
    await Promise.all(
      names.map((name, n) => (n % 2 === 0 ? store : secondStore).save(createInstallation({ shop: name }))),
    );
    assert.deepEqual(await store.shops(), names);
  },
  "if installations of one store are saved concurrently, one is stored completely": async (
    store,
    secondStore,
  ) => {
    const installations = Array.from({ length: 20 }, (_, n) =>
      createInstallation({ access_token: `token-${n}`, scope: `scope-${n}`.repeat(50) }),
    );
    await Promise.all(installations.map((record, n) => (n % 2 === 0 ? store : secondStore).save(record)));
    const storedInstallation = await store.load(shop);
    assert.deepEqual(
      storedInstallation,
      installations.find(({ access_token }) => access_token === storedInstallation?.access_token),
    );
  },
  "exactly one of several concurrent removals reports that it removed the installation": async (
    store,
    secondStore,
  ) => {
    await store.save(createInstallation());
    const results = await Promise.all(
      [store, secondStore, store, secondStore].map((tokenStore) => tokenStore.remove(shop, "first")),
    );
    assert.deepEqual(results.filter(Boolean).length, 1);
    assert.equal(await store.load(shop), null);
  },
  "a removal with an old token never removes a new installation": async (store, secondStore) => {
    for (let round = 0; round < 20; round++) {
      await store.save(createInstallation({ access_token: "old" }));
      await Promise.all([
        secondStore.save(createInstallation({ access_token: "new" })),
        store.remove(shop, "old"),
      ]);
      assert.equal((await store.load(shop))?.access_token, "new");
    }
  },
};

/**
 * Return the tests that every token store of an app must pass. Register each with your test runner:
 * `for (const { name, run } of tokenStoreTests(open)) test(name, run);`
 *
 * @param open a function that creates an empty token store for one test
 */
export function tokenStoreTests(open: () => Promise<TokenStoreUnderTest>): TokenStoreTest[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      const { store, openSecondStore, close } = await open();
      try {
        await check(store, await openSecondStore());
      } finally {
        await close?.();
      }
    },
  }));
}
