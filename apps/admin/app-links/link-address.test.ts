import assert from "node:assert/strict";
import { test } from "node:test";
import { linkAddress, openedLink, tabAddress } from "./link-address.ts";

const app = { id: 3, client_id: "souk_app_x", name: "Print", embedded: true };
const link = { id: 5, label: "Print", placement: "products" as const, app };

test("a link of an embedded app leads to the page with its frame, with the same link", () => {
  const address = linkAddress("demo", link, [17, 4]);
  assert.equal(address, "/demo/apps/installed/souk_app_x?link=5&ids=17,4");
  const query = new URL(address, "https://admin.souk.test").searchParams;
  const read = openedLink({ link: query.get("link") ?? "", ids: query.get("ids") ?? "" });
  assert.deepEqual(read, { id: 5, ids: [17, 4] });
});

test("a link of another app leads to a tab of its own", () => {
  assert.equal(
    linkAddress("demo", { ...link, app: { ...app, embedded: false } }, [17]),
    tabAddress("demo", { id: 5, ids: [17] }),
  );
  assert.equal(tabAddress("demo", { id: 5, ids: [17] }), "/demo/apps/link/5?ids=17");
});

test("an address that names no link or records opens the app as usual", () => {
  for (const [text, ids] of [
    ["", ""],
    ["5", ""],
    ["", "17"],
    ["x", "17"],
    ["5", "17,"],
    ["5", "0"],
    ["5", "1;2"],
  ] as const)
    assert.equal(openedLink({ link: text, ids }), null, `${text} ${ids}`);
});
