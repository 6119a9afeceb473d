import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnDocument } from "./is-own-document.ts";

const page = "https://admin.souk.example/kedai/apps/installed/souk_app_1";

test("a document belongs to the page that it was loaded for, whatever its query", () => {
  assert.equal(isOwnDocument(`${page}?a=1#top`, page), true);
  assert.equal(isOwnDocument(`${page}/`, page), true);
});

test("a document of another page, or of another app, must be reloaded", () => {
  assert.equal(isOwnDocument("https://admin.souk.example/kedai/products", page), false);
  assert.equal(isOwnDocument(page.replace("souk_app_1", "souk_app_2"), page), false);
});
