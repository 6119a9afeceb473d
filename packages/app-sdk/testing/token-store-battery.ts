import assert from "node:assert/strict";
import type { Installation, TokenStore } from "../stores/token-store.ts";

/** A store with nothing in it. */
export interface StoreUnderTest {
  store: TokenStore;
  /** A second one on the same storage, as another process of the app would have it; the same one where there can be none. */
  another(): TokenStore | Promise<TokenStore>;
  /** Called when a check has ended, whatever its end. */
  close?(): Promise<void>;
}

/** One check. It rejects when the store does not do what the name says. */
export interface StoreCheck {
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
  "a shop that was never saved is not there": async (store) => {
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
  "a shop is forgotten under its own token, once": async (store) => {
    await store.save(installation());
    assert.equal(await store.remove(shop, "first"), true);
    assert.equal(await store.load(shop), null);
    assert.equal(await store.remove(shop, "first"), false);
    await store.save(installation({ access_token: "second" }));
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "a shop stays when the token is another one's": async (store) => {
    await store.save(installation({ access_token: "second" }));
    for (const token of ["first", "", "secon", "Second"])
      assert.equal(await store.remove(shop, token), false);
    assert.equal((await store.load(shop))?.access_token, "second");
  },
  "shops do not touch each other, and are listed in order": async (store) => {
    const names = ["b.souk.example", "a.souk.example", "a-b.souk.example", "ab.souk.example"];
    for (const name of names) await store.save(installation({ shop: name, access_token: name }));
    assert.equal(await store.remove("a.souk.example", "a.souk.example"), true);
    assert.deepEqual(await store.shops(), ["a-b.souk.example", "ab.souk.example", "b.souk.example"]);
    assert.equal((await store.load("ab.souk.example"))?.access_token, "ab.souk.example");
  },
  "a name that is no shop's is not there and leads nowhere": async (store) => {
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
  "many shops saved at once by two processes are all there": async (store, another) => {
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
    await Promise.all(all.map((each, n) => (n % 2 === 0 ? store : another).save(each)));
    const kept = await store.load(shop);
    assert.deepEqual(
      kept,
      all.find(({ access_token }) => access_token === kept?.access_token),
    );
  },
  "of removals at once exactly one says that it forgot the shop": async (store, another) => {
    await store.save(installation());
    const answers = await Promise.all(
      [store, another, store, another].map((each) => each.remove(shop, "first")),
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
 * What every token store of an app must do. Give each check to your test runner:
 * `for (const { name, run } of tokenStoreBattery(open)) test(name, run);`
 *
 * @param open makes a store with nothing in it, for one check
 */
export function tokenStoreBattery(open: () => Promise<StoreUnderTest>): StoreCheck[] {
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
