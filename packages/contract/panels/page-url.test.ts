import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePageUrl } from "./page-url.ts";

const pages = ["/", "/orders/$id"];

test("a page URL is parsed with its search parameters, and every other text gives null", () => {
  assert.equal(parsePageUrl(pages, "/orders/7?tab=notes"), "/orders/7?tab=notes");
  for (const text of ["/orders", "/orders/7/notes", "//[", "https://"])
    assert.equal(parsePageUrl(pages, text), null, text);
});
