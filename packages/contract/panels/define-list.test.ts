import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../operations.ts";
import { defineList, getFilterParameters, readListState, writeListFilters } from "./define-list.ts";

const products = defineList(operations.listProducts.query, {
  filters: {
    query: "query",
    visibility: "visibility",
    stock: "stock",
    collection: "collection_ids",
    type: "product_type",
    tag: "tags",
  },
  sort: "updated_at.desc",
  limit: 25,
});

test("the filters in a page URL are sent with the names and types of API parameters", () => {
  const urlSearch = { query: "mug", collection: "5", type: "Rug", tag: "gift", sort: "title.asc" };
  const { query, apiFilters, isFiltered } = readListState(products, urlSearch, 2);
  const filters = { query: "mug", collection_ids: [5], product_type: "Rug", tags: ["gift"] };
  assert.deepEqual(query, { page: 2, limit: 25, sort: "title.asc", ...filters });
  assert.deepEqual(apiFilters, { query: "mug", collection_ids: "5", product_type: "Rug", tags: "gift" });
  assert.equal(isFiltered, true);
});

test("a page URL with unknown filter or sort values shows the default list", () => {
  const invalidSearch = { sort: "price.asc", visibility: "maybe", stock: "some", collection: "x", tag: " " };
  const { query, filters, isFiltered } = readListState(products, invalidSearch, 1);
  assert.deepEqual(query, { page: 1, limit: 25, sort: "updated_at.desc" });
  assert.deepEqual([isFiltered, Object.values(filters)], [false, ["", "", "", "", "", ""]]);
  assert.equal(readListState(products, { sort: "created_at.asc" }, 3).isFiltered, false);
});

test("a filter value such as 1984 stays a string if its API parameter is a string", () => {
  const { query } = readListState(products, { query: "1984", type: "7", collection: "12" }, 1);
  assert.deepEqual([query.query, query.product_type, query.collection_ids], ["1984", "7", [12]]);
  const searchParams = writeListFilters(products, { query: "1984", collection: "12", tag: "" });
  assert.deepEqual(searchParams, { query: "1984", collection: 12, tag: "" });
  assert.deepEqual(writeListFilters(products, { collection: "" }), { collection: "" });
});

test("a filter without an API parameter is not sent but counts as an active filter", () => {
  const audit = defineList(operations.listAuditEntries.query, {
    filters: { who: null, action: "action" },
    limit: 50,
  });
  const { query, filters, isFiltered } = readListState(audit, { who: "account:4", action: "update" }, 1);
  assert.deepEqual(query, { page: 1, limit: 50, action: "update" });
  assert.deepEqual([filters.who, isFiltered], ["account:4", true]);
  assert.deepEqual(getFilterParameters(audit), ["action"]);
  assert.equal(readListState(audit, { who: "app:sync" }, 1).isFiltered, true);
});

test("the page number is not sent to an operation without a page parameter", () => {
  const { query } = operations.listInstallationDeliveries;
  const deliveries = defineList(query, { filters: { state: "state" }, limit: 25 });
  assert.deepEqual(readListState(deliveries, { state: "expired" }, 2).query, { limit: 25, state: "expired" });
});

test("a list without a default sort ignores the sort in the URL", () => {
  const unsortedList = defineList(operations.listProducts.query, { filters: { query: "query" }, limit: 20 });
  const { query, sort } = readListState(unsortedList, { sort: "title.desc" }, 1);
  assert.deepEqual([query, sort], [{ page: 1, limit: 20 }, undefined]);
});
