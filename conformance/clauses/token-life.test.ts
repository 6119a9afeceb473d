import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createMerchant, createPartner } from "../people.ts";

let fixture: ConformanceFixture;
let installed: Installed;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  installed = await install(fixture, await createMerchant(fixture), { app, scopes: ["read_products"] });
});
after(() => fixture.close());

test("INS-13: the token is valid until uninstall, however late and across platform restarts", async () => {
  const read = async (): Promise<void> =>
    void assertDone(await installed.api.get("/3.0/products.json?limit=1"));
  await read();
  if (fixture.canAdvanceTime) await fixture.advanceTime(400 * 86_400_000);
  await read();
  if (fixture.restart) await fixture.restart();
  await read();
});
