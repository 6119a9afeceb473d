import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, before, test } from "node:test";
import { type SeededShop, seedShop, type TestPlatform, testPlatform } from "@souk/testkit";
import { runProgram } from "./testing/run-program.ts";
import { verifyCommand } from "./verify.ts";

const root = join(import.meta.dirname, "../..");
let testing: TestPlatform;
let sound: SeededShop;
let damaged: SeededShop;

before(async () => {
  testing = await testPlatform();
  sound = await seedShop(testing, { handle: "sound", products: 3, locations: 2 });
  damaged = await seedShop(testing, { handle: "damaged", products: 3, locations: 2 });
});
after(() => testing.stop());

const souk = (args: readonly string[], env: Record<string, string>) =>
  runProgram([process.execPath, join(root, "apps/cli/main.ts"), ...args], { cwd: root, env });

const verify = (...args: string[]) =>
  souk(["verify", ...args], { DATABASE_URL: testing.storage.connectionString });

test("a platform whose shops add up is said to, with exit code 0", async () => {
  assert.deepEqual(await verify(), { code: 0, stdout: "2 shops checked: everything adds up.\n", stderr: "" });
});

test("each thing that does not add up is named, in its shop alone, with exit code 1", async () => {
  const { id: store, variants, locations } = damaged;
  const [variant, other] = [variants[0], variants.at(-1)];
  const [place, second] = [locations[0]?.id ?? 0, locations[1]?.id ?? 0];
  assert.ok(variant && other && variant.product_id !== other.product_id);
  const damages = [
    `update inventory_levels set reserved_inventory_quantity = 7
      where store_id = ${store} and variant_id = ${variant.id} and location_id = ${place}`,
    `update inventory_levels set committed_inventory_quantity = 2
      where store_id = ${store} and variant_id = ${variant.id} and location_id = ${second}`,
    `update inventory_movements set resulting_quantity = 999
      where store_id = ${store} and variant_id = ${other.id} and location_id = ${second}`,
    `update variants set inventory_quantity = inventory_quantity + 1 where store_id = ${store} and id = ${variant.id}`,
    `update products set total_quantity = -5 where store_id = ${store} and id = ${other.product_id}`,
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
    new RegExp(`Product ${other.product_id}: total_quantity is -5, its variants come to \\d+\\.`),
    new RegExp(`Product ${variant.product_id}: total_quantity`),
    /The count of products is 2, there are 3\./,
    /There are 0 primary locations, not 1\./,
  ])
    assert.equal(lines.filter((line) => expected.test(line)).length, 1, `${expected}\n${stdout}`);
  assert.equal(last, `2 shops checked: ${lines.length} things do not add up.`);
  assert.deepEqual(await verify("--store", sound.handle), {
    code: 0,
    stdout: "1 shop checked: everything adds up.\n",
    stderr: "",
  });
  assert.equal((await verify("--store", damaged.handle)).code, 1);
});

test("a shop that is not there and an empty database are told", async (t) => {
  const unknown = await verify("--store", "nobody");
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no shop "nobody".\n']);
  const dataDir = await mkdtemp(join(tmpdir(), "souk-verify-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const empty = await souk(["verify"], { SOUK_DATA_DIR: dataDir });
  assert.deepEqual(
    [empty.code, empty.stderr],
    [1, "The database is older than this version of Souk; run npm run souk -- migrate first.\n"],
  );
});

test("a terminal sees how far it is, and is left clean", async () => {
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
  assert.equal(await verifyCommand.run(["--store", "sound"], config, terminal), 0);
  const { length } = sound.variants;
  assert.equal(written.errors, `\r\u001b[Ksound: ${length} of ${length} variants\r\u001b[K`);
  assert.equal(written.output, "1 shop checked: everything adds up.\n");
});
