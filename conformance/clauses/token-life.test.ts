import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { type Installed, install } from "../installing.ts";
import { newMerchant, newPartner } from "../people.ts";
import { assertDone } from "../refusals.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let installed: Installed;

before(async () => {
  world = await openWorld();
  const app = await registerApp(world, await newPartner(world));
  installed = await install(world, await newMerchant(world), { app, scopes: ["read_products"] });
});
after(() => world.close());

test("INS-13: the token is valid until uninstall, however long that is and whether the platform was restarted", async () => {
  const read = async (): Promise<void> =>
    void assertDone(await installed.api.get("/3.0/products.json?limit=1"));
  await read();
  if (world.ownsTime) await world.passTime(400 * 86_400_000);
  await read();
  if (world.restart) await world.restart();
  await read();
});
