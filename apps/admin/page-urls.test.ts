import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageArguments, PageUrl, StorePage } from "@souk/contract";
import { parseBackLink } from "./fulfill-by-app/request-url.ts";
import { buildAppEntryPath, isFramingPage, toStorePage } from "./page-urls.ts";

/** `true` if the type `Given` can't be assigned to `Accepted`; otherwise `never`, which has no value. */
type Rejected<Given, Accepted> = Given extends Accepted ? never : true;

test("a link to an unknown page, or without the page's parameters, is a type error", () => {
  const rejectedCases: [
    Rejected<"/order/$id", StorePage>,
    Rejected<[], PageArguments<"/orders/$id">>,
    Rejected<[{ id: number }], PageArguments<"/settings/currencies/$code">>,
    Rejected<string, PageUrl>,
  ] = [true, true, true, true];
  const acceptedPages: [PageUrl, PageUrl] = [toStorePage("/orders"), toStorePage("/orders/$id", { id: 7 })];
  assert.deepEqual([acceptedPages, rejectedCases.length], [["/orders", "/orders/7"], 4]);
});

test("the Back button of a fulfillment request's page opens only pages of this store, or else the store's home page", () => {
  assert.equal(parseBackLink("kedai", "/kedai/orders?page=2"), "/orders?page=2");
  for (const back of [
    "",
    "/lain/orders",
    "/kedai/nothing",
    "//evil.example/kedai/orders",
    "/kedai//evil.example",
  ])
    assert.equal(parseBackLink("kedai", back), "/", back);
});

test("only the pages of an embedded app and of a fulfillment request may show a frame", () => {
  assert.equal(isFramingPage("kedai", "/kedai/apps/installed/souk_app_x"), true);
  assert.equal(isFramingPage("kedai", "/kedai/fulfillment-requests/7"), true);
  assert.equal(isFramingPage("kedai", "/kedai/apps/installed/souk_app_x/details"), false);
  assert.equal(isFramingPage("kedai", "/lain/apps/installed/souk_app_x"), false);
});

test("a client id in the path of a page that opens an app is URL-encoded", () => {
  const path = buildAppEntryPath("kedai", "/apps/open/$client_id", { client_id: "a b" });
  assert.equal(path, "/kedai/apps/open/a%20b");
});
