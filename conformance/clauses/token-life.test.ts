import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createMerchant, createPartner } from "../people.ts";

let fixture: ConformanceFixture;
let installedApp: InstalledApp;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  installedApp = await installApp(fixture, await createMerchant(fixture), { app, scopes: ["read_products"] });
});
after(() => fixture.close());

const dayMs = 86_400_000;

test("INS-13: a token stays valid after a year and a restart of the platform", async () => {
  const assertTokenWorks = async (): Promise<void> => {
    assertOk(await installedApp.api.get("/3.0/products.json?limit=1"));
  };
  await assertTokenWorks();
  if (fixture.canAdvanceTime) await fixture.advanceTime(400 * dayMs);
  await assertTokenWorks();
  if (fixture.restart) await fixture.restart();
  await assertTokenWorks();
});
