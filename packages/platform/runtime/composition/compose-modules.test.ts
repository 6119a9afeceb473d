import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform();
});
after(() => testPlatform.stop());

test("every module folder is part of the platform exactly once, under its own name", () => {
  const folders = readdirSync(new URL("../../modules", import.meta.url));
  const names = testPlatform.platform.modules.list.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), folders.toSorted());
});

test("no two modules serve the same operation or render payloads of the same topic", () => {
  const { list } = testPlatform.platform.modules;
  const operations = list.flatMap(({ routes }) => routes.map(({ operation }) => operation.id));
  const topics = list.flatMap(({ snapshotRenderers = {} }) => Object.keys(snapshotRenderers));
  for (const names of [operations, topics]) {
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  }
});
