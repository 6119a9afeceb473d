import assert from "node:assert/strict";
import type { Installation, TokenStore } from "../stores/token-store.ts";

/** An empty token store to test. */
export interface TokenStoreUnderTest {
  store: TokenStore;
  /**
   * Return a second store on the same storage, as another process of the app has it; the same store if there is only
   * one.
   */
  another(): TokenStore | Promise<TokenStore>;
  /** Called when a check has ended, whether it passed or not. */
  close?(): Promise<void>;
}

/** One check. It rejects when the token store does not do what its name says. */
export interface TokenStoreTest {
  name: string;
  run(): Promise<void>;
}

const shop = "demo.souk.example";

const installation = (over: Partial<Installation> = {}): Installation => ({
  shop,
  host_url: "https://admin.souk.example/demo",
  access_token: "first",
  scope: "read_products,write_products",
  installed_at: "2026-11-21T07:00:00.000Z",
  subscribed: "",
  ...over,
});

const checks: Record<string, (store: TokenStore, another: TokenStore) => Promise<void>> = {
  "an installation that was never saved is not found": async (store) => {
    assert.equal(await store.load(shop), null);
    assert.equal(await store.remove(shop, "first"), false);
    assert.deepEqual(await store.shops(), []);
  },
  "what was saved is loaded whole, whatever it holds": async (store) => {
    const odd = installation({
      access_token: `'"\\ 商店 ${"x".repeat(2_000)}`,
      scope: "",
      subscribed: "a\nb",
    });
    await store.save(odd);
    assert.deepEqual(await store.load(shop), odd);
  },
  "a later installation takes the place of the earlier one": async (store) => {
    await store.save(installation());
    const later = installation({ access_token: "second", scope: "read_products", subscribed: "x" });
    await store.save(later);
    assert.deepEqual(await store.load(shop), later);
    assert.deepEqual(await store.shops(), [shop]);
  },
  "what is done to an object outside does not reach the store": async (store) => {
    const mine = installation();
    await store.save(mine);
    mine.access_token = "changed";
    const loaded = await store.load(shop);
    assert.equal(loaded?.access_token, "first");
    if (loaded) loaded.scope = "changed";
    assert.deepEqual(await store.load(shop), installation());
  },
  "an installation is removed under its own token, once": async (store) => {
    await store.save(installation());
    assert.equal(await store.remove(shop, "first"), true);
    assert.equal(await store.load(shop), null);
    assert.equal(await store.remove(shop, "first"), false);
    await store.save(installation({ access_token: "second" }));
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "an installation stays when another token is given": async (store) => {
    await store.save(installation({ access_token: "second" }));
    for (const token of ["first", "", "secon", "Second"])
      assert.equal(await store.remove(shop, token), false);
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "installations of several stores are separate and listed in order": async (store) => {
    const names = ["b.souk.example", "a.souk.example", "a-b.souk.example", "ab.souk.example"];
    for (const name of names) await store.save(installation({ shop: name, access_token: name }));
    assert.equal(await store.remove("a.souk.example", "a.souk.example"), true);
    assert.deepEqual(await store.shops(), ["a-b.souk.example", "ab.souk.example", "b.souk.example"]);
    assert.equal((await store.load("ab.souk.example"))?.access_token, "ab.souk.example");
  },
  "a name that is not a hostname is not found and reaches no file": async (store) => {
    await store.save(installation());
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
  "another process sees at once what was saved and what was forgotten": async (store, another) => {
    await store.save(installation());
    assert.deepEqual(await another.load(shop), installation());
    assert.equal(await another.remove(shop, "first"), true);
    assert.equal(await store.load(shop), null);
  },
  "many installations saved at once by two processes are all kept": async (store, another) => {
    const names = Array.from({ length: 40 }, (_, n) => `s${String(n).padStart(2, "0")}.souk.example`);
    await Promise.all(
      names.map((name, n) => (n % 2 === 0 ? store : another).save(installation({ shop: name }))),
    );
    assert.deepEqual(await store.shops(), names);
  },
  "of installations saved at once one is kept, and it is whole": async (store, another) => {
    const all = Array.from({ length: 20 }, (_, n) =>
      installation({ access_token: `token-${n}`, scope: `scope-${n}`.repeat(50) }),
    );
    await Promise.all(all.map((record, n) => (n % 2 === 0 ? store : another).save(record)));
    const kept = await store.load(shop);
    assert.deepEqual(
      kept,
      all.find(({ access_token }) => access_token === kept?.access_token),
    );
  },
  "of simultaneous removals exactly one reports that it removed the installation": async (store, another) => {
    await store.save(installation());
    const answers = await Promise.all(
      [store, another, store, another].map((tokenStore) => tokenStore.remove(shop, "first")),
    );
    assert.deepEqual(answers.filter(Boolean).length, 1);
    assert.equal(await store.load(shop), null);
  },
  "a removal under the old token never takes a new installation with it": async (store, another) => {
    for (let round = 0; round < 20; round++) {
      await store.save(installation({ access_token: "old" }));
      await Promise.all([another.save(installation({ access_token: "new" })), store.remove(shop, "old")]);
      assert.equal((await store.load(shop))?.access_token, "new");
    }
  },
};

/**
 * Return the checks that every token store of an app must pass. Give each check to your test runner:
 * `for (const { name, run } of tokenStoreTests(open)) test(name, run);`
 *
 * @param open creates an empty token store, for one check
 */
export function tokenStoreTests(open: () => Promise<TokenStoreUnderTest>): TokenStoreTest[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      const { store, another, close } = await open();
      try {
        await check(store, await another());
      } finally {
        await close?.();
      }
    },
  }));
}
