import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnDocument } from "./is-own-document.ts";

const pageUrl = "https://admin.souk.example/kedai/apps/installed/souk_app_1";

test("a document loaded from a page's URL belongs to the page, even if the query, fragment or trailing slash differs", () => {
  assert.equal(isOwnDocument(`${pageUrl}?a=1#top`, pageUrl), true);
  assert.equal(isOwnDocument(`${pageUrl}/`, pageUrl), true);
});

test("a document that was loaded for another page or app does not belong to this page", () => {
  assert.equal(isOwnDocument("https://admin.souk.example/kedai/products", pageUrl), false);
  assert.equal(isOwnDocument(pageUrl.replace("souk_app_1", "souk_app_2"), pageUrl), false);
});
