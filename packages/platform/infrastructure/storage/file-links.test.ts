import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createFileLinks } from "./file-links.ts";

const path = "/exports/a1/products.jsonl";
const readQuery = (link: string) => new URL(link, "https://files.souk.example").searchParams;

test("a link to a file works for five minutes", () => {
  const clock = createFakeClock(new Date("2026-11-21T07:00:00Z"));
  const links = createFileLinks([Buffer.alloc(32, 1)], clock);
  const query = readQuery(links.sign(path));
  assert.equal(links.isValid(path, query), true);
  clock.advance(299_999);
  assert.equal(links.isValid(path, query), true);
  clock.advance(1);
  assert.equal(links.isValid(path, query), false);
});

test("a link to a file does not work for another file, with another expiry or with another key's signature", () => {
  const clock = createFakeClock();
  const links = createFileLinks([Buffer.alloc(32, 1)], clock);
  const query = readQuery(links.sign(path));
  assert.equal(links.isValid("/exports/a2/products.jsonl", query), false);
  const laterQuery = new URLSearchParams(query);
  laterQuery.set("expires", String(Number(query.get("expires")) + 1));
  assert.equal(links.isValid(path, laterQuery), false);
  assert.equal(links.isValid(path, new URLSearchParams()), false);
  assert.equal(createFileLinks([Buffer.alloc(32, 2)], clock).isValid(path, query), false);
});
