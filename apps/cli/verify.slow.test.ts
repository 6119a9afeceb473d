import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { runProgram } from "./testing/run-program.ts";
import { verifyCommand } from "./verify.ts";

const root = join(import.meta.dirname, "../..");
let testPlatform: TestPlatform;
let consistentStore: SeededStore;
let damagedStore: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform();
  consistentStore = await seedStore(testPlatform, { handle: "intact", products: 3, locations: 2 });
  damagedStore = await seedStore(testPlatform, { handle: "damaged", products: 3, locations: 2 });
});
after(() => testPlatform.stop());

const runSouk = (args: readonly string[], env: Record<string, string>) =>
  runProgram([process.execPath, join(root, "apps/cli/main.ts"), ...args], { cwd: root, env });

const verify = (...args: string[]) =>
  runSouk(["verify", ...args], { DATABASE_URL: testPlatform.testDatabase.connectionString });

test("`souk verify` exits with code 0 if the data of all stores is consistent", async () => {
  assert.deepEqual(await verify(), { code: 0, stdout: "2 stores checked: no errors found.\n", stderr: "" });
});

test("`souk verify` lists each error with its store and exits with code 1", async () => {
  const { id: store, variants, locations } = damagedStore;
  const [variant, otherVariant] = [variants[0], variants.at(-1)];
  const [firstLocation, secondLocation] = [locations[0]?.id ?? 0, locations[1]?.id ?? 0];
  assert.ok(variant && otherVariant && variant.product_id !== otherVariant.product_id);
  const damagingStatements = [
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
  for (const statement of damagingStatements)
    assert.ok((await testPlatform.database.query(statement)).rowCount > 0, statement);
  const { code, stdout, stderr } = await verify();
  assert.deepEqual([code, stderr], [1, ""]);
  const lines = stdout.trimEnd().split("\n");
  const summary = lines.pop();
  assert.ok(lines.length > 0 && lines.every((line) => line.startsWith("damaged: ")), stdout);
  for (const expected of [
    /Level \d+ \(variant \d+ at location \d+\): reserved_inventory_quantity is 7, but its ledger adds up to 0\./,
    /committed_inventory_quantity is 2, but its ledger adds up to 0\./,
    /Movement \d+ .* after it is 999, but/,
    new RegExp(`Variant ${variant.id}: inventory_quantity is \\d+, but its levels add up to \\d+\\.`),
    new RegExp(
      `Product ${otherVariant.product_id}: total_quantity is -5, but its variants add up to \\d+\\.`,
    ),
    new RegExp(`Product ${variant.product_id}: total_quantity`),
    /The count of products is 2, but there are 3\./,
    /There are 0 primary locations instead of 1\./,
  ])
    assert.equal(lines.filter((line) => expected.test(line)).length, 1, `${expected}\n${stdout}`);
  assert.equal(summary, `2 stores checked: ${lines.length} errors found.`);
  assert.deepEqual(await verify("--store", consistentStore.handle), {
    code: 0,
    stdout: "1 store checked: no errors found.\n",
    stderr: "",
  });
  assert.equal((await verify("--store", damagedStore.handle)).code, 1);
});

test("`souk verify` reports an unknown store and an empty database", async (t) => {
  const unknownStoreResult = await verify("--store", "nobody");
  assert.deepEqual(
    [unknownStoreResult.code, unknownStoreResult.stderr],
    [1, 'No store has the handle "nobody".\n'],
  );
  const dataDir = await mkdtemp(join(tmpdir(), "souk-verify-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const emptyDatabaseResult = await runSouk(["verify"], { SOUK_DATA_DIR: dataDir });
  assert.deepEqual(
    [emptyDatabaseResult.code, emptyDatabaseResult.stderr],
    [1, "The database is older than this version of Souk. Run npm run souk -- migrate first.\n"],
  );
});

test("`souk verify` shows its progress on a terminal and erases it at the end", async () => {
  const texts = { output: "", errors: "" };
  const createStream = (name: keyof typeof texts) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString();
        done();
      },
    });
  const errors = Object.assign(createStream("errors"), { isTTY: true });
  const config = {
    mode: "development" as const,
    dataDir: tmpdir(),
    databaseUrl: testPlatform.testDatabase.connectionString,
    secretKey: undefined,
    port: 0,
    domain: undefined,
    adminDomain: undefined,
    hosts: [],
    isPublicDevelopment: false,
    password: undefined,
    clientSecret: undefined,
    calledFrom: tmpdir(),
  };
  const terminal = { input: process.stdin, output: createStream("output"), errors };
  assert.equal(await verifyCommand.run(["--store", "intact"], config, terminal), 0);
  const variantCount = consistentStore.variants.length;
  assert.equal(texts.errors, `\r\u001b[Kintact: ${variantCount} of ${variantCount} variants\r\u001b[K`);
  assert.equal(texts.output, "1 store checked: no errors found.\n");
});
