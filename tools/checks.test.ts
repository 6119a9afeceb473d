import assert from "node:assert/strict";
import { test } from "node:test";
import { checks, chosenChecks } from "./checks.ts";

const names = (...asked: Parameters<typeof chosenChecks>) =>
  chosenChecks(asked[0], asked[1]).map(({ name }) => name);

test("without the slow checks every other one is made", () => {
  const slow = ["awaits, switches and throws", "types", "types of the panels", "types of the panels' tests"];
  const all = checks.map(({ name }) => name);
  assert.deepEqual(names([], false), all);
  assert.deepEqual(
    names([], true),
    all.filter((name) => !slow.includes(name)),
  );
});

test("a part of a name chooses the checks that are called so", () => {
  assert.deepEqual(names(["house", "imports"], false), ["imports", "house rules"]);
  assert.deepEqual(names(["no such check"], false), []);
});
