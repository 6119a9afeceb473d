import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageAddress, PageParts, StorePage } from "@souk/contract";
import { backFrom } from "./fulfill-by-app/request-address.ts";
import { buildGatewayPath, isFramingPage, toStorePage } from "./page-addresses.ts";

/** Whether arguments are refused by their types: `true` is then the only value of it. */
type Refused<Given, Wanted> = Given extends Wanted ? never : true;

test("a link to a page that is not in the list, or without its parameters, is a type error", () => {
  const refused: [
    Refused<"/order/$id", StorePage>,
    Refused<[], PageParts<"/orders/$id">>,
    Refused<[{ id: number }], PageParts<"/settings/currencies/$code">>,
    Refused<string, PageAddress>,
  ] = [true, true, true, true];
  const accepted: [PageAddress, PageAddress] = [
    toStorePage("/orders"),
    toStorePage("/orders/$id", { id: 7 }),
  ];
  assert.deepEqual([accepted, refused.length], [["/orders", "/orders/7"], 4]);
});

test("the way back from an app's page leads to a page of the same store, else to its first", () => {
  assert.equal(backFrom("kedai", "/kedai/orders?page=2"), "/orders?page=2");
  for (const back of [
    "",
    "/lain/orders",
    "/kedai/nothing",
    "//evil.example/kedai/orders",
    "/kedai//evil.example",
  ])
    assert.equal(backFrom("kedai", back), "/", back);
});

test("pages that frame an app, and addresses that lead into one, are distinguished from the others", () => {
  assert.equal(isFramingPage("kedai", "/kedai/apps/installed/souk_app_x"), true);
  assert.equal(isFramingPage("kedai", "/kedai/fulfillment-requests/7"), true);
  assert.equal(isFramingPage("kedai", "/kedai/apps/installed/souk_app_x/details"), false);
  assert.equal(isFramingPage("kedai", "/lain/apps/installed/souk_app_x"), false);
  assert.equal(
    buildGatewayPath("kedai", "/apps/open/$client_id", { client_id: "a b" }),
    "/kedai/apps/open/a%20b",
  );
});
