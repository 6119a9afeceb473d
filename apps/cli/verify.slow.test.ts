import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
import { runProgram } from "./testing/run-program.ts";
import { verifyCommand } from "./verify.ts";

const root = join(import.meta.dirname, "../..");
let testing: TestPlatform;
let intact: SeededStore;
let damaged: SeededStore;

before(async () => {
  testing = await testPlatform();
  intact = await seedStore(testing, { handle: "intact", products: 3, locations: 2 });
  damaged = await seedStore(testing, { handle: "damaged", products: 3, locations: 2 });
});
after(() => testing.stop());

const souk = (args: readonly string[], env: Record<string, string>) =>
  runProgram([process.execPath, join(root, "apps/cli/main.ts"), ...args], { cwd: root, env });

const verify = (...args: string[]) =>
  souk(["verify", ...args], { DATABASE_URL: testing.storage.connectionString });

test("verify of a consistent platform exits with code 0", async () => {
  assert.deepEqual(await verify(), { code: 0, stdout: "2 stores checked: no errors found.\n", stderr: "" });
});

test("verify lists each error with its store and exits with code 1", async () => {
  const { id: store, variants, locations } = damaged;
  const [variant, otherVariant] = [variants[0], variants.at(-1)];
  const [firstLocation, secondLocation] = [locations[0]?.id ?? 0, locations[1]?.id ?? 0];
  assert.ok(variant && otherVariant && variant.product_id !== otherVariant.product_id);
  const damages = [
    `update inventory_levels set reserved_inventory_quantity = 7
      where store_id = ${store} and variant_id = ${variant.id} and location_id = ${firstLocation}`,
    `update inventory_levels set committed_inventory_quantity = 2
      where store_id = ${store} and variant_id = ${variant.id} and location_id = ${secondLocation}`,
    `update inventory_movements set resulting_quantity = 999
      where store_id = ${store} and variant_id = ${otherVariant.id} and location_id = ${secondLocation}`,
    `update variants set inventory_quantity = inventory_quantity + 1 where store_id = ${store} and id = ${variant.id}`,
    `update products set total_quantity = -5 where store_id = ${store} and id = ${otherVariant.product_id}`,
    `insert into resource_counts (store_id, resource, delta) values (${store}, 'products', -1)`,
    `update locations set is_primary = false where store_id = ${store}`,
  ];
  for (const damage of damages) assert.ok((await testing.database.query(damage)).rowCount > 0, damage);
  const { code, stdout, stderr } = await verify();
  assert.deepEqual([code, stderr], [1, ""]);
  const lines = stdout.trimEnd().split("\n");
  const last = lines.pop();
  assert.ok(lines.length > 0 && lines.every((line) => line.startsWith("damaged: ")), stdout);
  for (const expected of [
    /Level \d+ \(variant \d+ at location \d+\): reserved_inventory_quantity is 7, its ledger comes to 0\./,
    /committed_inventory_quantity is 2, its ledger comes to 0\./,
    /Movement \d+ .* is said to be 999 after it/,
    new RegExp(`Variant ${variant.id}: inventory_quantity is \\d+, its levels come to \\d+\\.`),
    new RegExp(`Product ${otherVariant.product_id}: total_quantity is -5, its variants come to \\d+\\.`),
    new RegExp(`Product ${variant.product_id}: total_quantity`),
    /The count of products is 2, there are 3\./,
    /There are 0 primary locations, not 1\./,
  ])
    assert.equal(lines.filter((line) => expected.test(line)).length, 1, `${expected}\n${stdout}`);
  assert.equal(last, `2 stores checked: ${lines.length} errors found.`);
  assert.deepEqual(await verify("--store", intact.handle), {
    code: 0,
    stdout: "1 store checked: no errors found.\n",
    stderr: "",
  });
  assert.equal((await verify("--store", damaged.handle)).code, 1);
});

test("an unknown store and an empty database are reported", async (t) => {
  const unknown = await verify("--store", "nobody");
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'No store has the handle "nobody".\n']);
  const dataDir = await mkdtemp(join(tmpdir(), "souk-verify-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const empty = await souk(["verify"], { SOUK_DATA_DIR: dataDir });
  assert.deepEqual(
    [empty.code, empty.stderr],
    [1, "The database is older than this version of Souk. Run npm run souk -- migrate first.\n"],
  );
});

test("a terminal shows progress, which is erased at the end", async () => {
  const written = { output: "", errors: "" };
  const stream = (to: keyof typeof written) =>
    new Writable({
      write(part: Buffer, _encoding, done) {
        written[to] += part.toString();
        done();
      },
    });
  const errors = Object.assign(stream("errors"), { isTTY: true });
  const config = {
    dataDir: tmpdir(),
    databaseUrl: testing.storage.connectionString,
    secretKey: undefined,
    port: 0,
    password: undefined,
    clientSecret: undefined,
    calledFrom: tmpdir(),
  };
  const terminal = { input: process.stdin, output: stream("output"), errors };
  assert.equal(await verifyCommand.run(["--store", "intact"], config, terminal), 0);
  const { length } = intact.variants;
  assert.equal(written.errors, `\r\u001b[Kintact: ${length} of ${length} variants\r\u001b[K`);
  assert.equal(written.output, "1 store checked: no errors found.\n");
});
