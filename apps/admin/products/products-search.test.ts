import assert from "node:assert/strict";
import { test } from "node:test";
import { isNarrowed, listQuery, readProductsSearch } from "./products-search.ts";

test("an address with what the list does not know shows the usual list", () => {
  const odd = {
    sort: "price.asc",
    visibility: "maybe",
    stock: "some",
    page: "-2",
    collection: "x",
    tag: " ",
  };
  assert.deepEqual(readProductsSearch(odd), {});
  assert.ok(!isNarrowed({ sort: "created_at.asc", page: 3 }));
});

test("a filter that looks like a number stays what was written", () => {
  const search = readProductsSearch({ query: 1984, vendor: "7", collection: "12", page: 2 });
  assert.deepEqual(search, { query: "1984", vendor: "7", collection: 12, page: 2 });
  assert.ok(isNarrowed(search));
});

test("the filters are asked for under the API's own names", () => {
  const { collection_ids, product_type, tags, sort, page } = listQuery({
    collection: 5,
    type: "Rug",
    tag: "gift",
  });
  assert.deepEqual(
    [collection_ids, product_type, tags, sort, page],
    [5, "Rug", "gift", "updated_at.desc", 1],
  );
});
