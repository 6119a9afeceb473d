import assert from "node:assert/strict";
import { test } from "node:test";
import { callConsole, seedStore, startTestPlatform } from "@souk/testkit";
import type { ImageQueue } from "../../../infrastructure/images/index.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { prepareImages } from "./prepare-images.ts";

test("the image queues treat all stores of an account as one owner", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api" });
  t.after(() => testPlatform.stop());
  const store = await seedStore(testPlatform);
  const { store: secondStore } = await callConsole<{ store: { id: number } }>(
    store.owner.browser,
    ["POST", `${testPlatform.addresses.adminOrigin}/api/console/stores.json`],
    { store: { name: "Second", handle: "second" } },
  );
  const owners: string[] = [];
  const queue: ImageQueue = {
    run: async (owner) => {
      owners.push(owner);
      throw new Error("Not processed.");
    },
  };
  const intake = { ...testPlatform.platform.files.intake, queue };
  for (const { id } of [store, secondStore, await seedStore(testPlatform)]) {
    const source = { file: "none.png", title: "" };
    await assert.rejects(
      prepareImages(intake, testPlatform.database, { store: { id } as Store, source }),
      /Not processed/,
    );
  }
  const [firstOwner, secondOwner, thirdOwner] = owners;
  assert.equal(firstOwner, secondOwner);
  assert.notEqual(firstOwner, thirdOwner);
});
