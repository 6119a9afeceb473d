import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { DatabaseUnavailable } from "@souk/database";
import { collectedLog, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createDiskStorage } from "../../infrastructure/storage/disk-storage.ts";
import { type FileStorage, sweepFiles } from "../../infrastructure/storage/index.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createJobQueue, type LongTask } from "../../runtime/jobs/index.ts";
import { runNow } from "../../runtime/jobs/testing/run-now.ts";
import { secureRandomText } from "../../runtime/random.ts";
import { createProductDocuments } from "../catalog/index.ts";
import { createOrderDocuments } from "../orders/index.ts";
import { findStoreById } from "../stores/index.ts";
import { createExportSources } from "./export-sources.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { createExportFixture, type Export, type ExportFixture } from "./testing/export-fixture.ts";
import { createExportTask } from "./write-export.ts";

/** A platform that inserts exports and writes none: each run is the test's own. */
let testing: TestPlatform;
let api: StoreApi;
let fixture: ExportFixture;
let folder: string;
let disk: FileStorage;

before(async () => {
  testing = await testPlatform({ role: "api" });
  api = await createStoreApi(testing, { scopes: ["read_customers", "write_customers"] });
  fixture = createExportFixture(api);
  folder = await mkdtemp(join(tmpdir(), "souk-exports-"));
  disk = createDiskStorage(folder, systemClock);
});
after(async () => {
  await testing.stop();
  await rm(folder, { recursive: true });
});

/** Create the task of a process with this storage; each customer is a portion of its own. */
function taskWith(storage: FileStorage): LongTask {
  const { addresses, database } = testing;
  const sources = createExportSources({
    products: createProductDocuments(database, addresses.filesOrigin),
    orders: createOrderDocuments(database, addresses.filesOrigin),
  });
  const deps: ExportsDeps = {
    database,
    clock: systemClock,
    random: secureRandomText,
    jobs: createJobQueue(),
    storage,
    filesOrigin: addresses.filesOrigin,
    sources: { ...sources, customers: { ...sources.customers, portion: 1 } },
    findStore: (db, id) => findStoreById(db, id, addresses),
  };
  return createExportTask(deps);
}

/** Run the job of an export until it ends, with or without success. @returns the errors that were logged */
async function run(task: LongTask, { id }: Export): Promise<string[]> {
  const log = collectedLog();
  const deps = { database: testing.database, log, owner: "one", stopping: new AbortController().signal };
  await runNow(deps, task, { store_id: api.store.id, task: task.name, record_id: id });
  return log.lines.flatMap(({ level, fields }) =>
    level === "error" && "err" in fields ? [String(fields.err)] : [],
  );
}

async function customer(fields: object): Promise<number> {
  const made = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(made.status, 200, made.text);
  return made.json<{ customer: { id: number } }>().customer.id;
}

/** Load the text of a file; null when it does not exist. */
async function readText(path: string): Promise<string | null> {
  const file = await disk.read(path);
  if (file === null) return null;
  return Buffer.concat(await file.stream.toArray()).toString();
}

const sweep = () => sweepFiles(testing.database, { storage: disk, made: () => [] });
const getPath = ({ url }: Export) => new URL(url ?? assert.fail("it is not written")).pathname;

test("a run whose customer is then erased leaves no file, and the next one omits them", async () => {
  const erased = await customer({ first_name: "Goes", email: "goes@kedai.test" });
  for (let at = 0; at < 60; at++) await customer({ first_name: `Stays ${at}` });
  const asked = await fixture.ask({ resource: "customers" });
  const paths: string[] = [];
  const begun: string[] = [];
  // The first of the file is on its way when the customer is erased; then the rest follows.
  const storage: FileStorage = {
    ...disk,
    put: async (path, content, type) => {
      paths.push(path);
      async function* slowly() {
        for await (const part of content as Readable) {
          yield part;
          if (begun.push(String(part)) > 1) continue;
          const { owner, host_url } = api.store;
          const url = `${host_url}/api/console/customers/${erased}/erase.json`;
          assert.equal((await owner.browser.call("POST", url)).status, 200);
        }
      }
      await disk.put(path, Readable.from(slowly()), type);
    },
  };
  const task = taskWith(storage);
  assert.deepEqual(await run(task, asked), []);
  assert.match(begun[0] ?? "", /goes@kedai\.test/);
  assert.notEqual((await fixture.shown(asked.id)).status, "done");
  await sweep();
  assert.equal(await readText(paths[0] ?? ""), null);
  assert.deepEqual(await run(task, asked), []);
  const done = await fixture.shown(asked.id);
  const text = (await readText(getPath(done))) ?? "";
  assert.equal(text.split("\n").length - 1, 60);
  assert.doesNotMatch(text, /goes@kedai\.test/);
});

test("a file stays if its last step was committed, even without a response", async () => {
  const asked = await fixture.ask({ resource: "customers" });
  const task = taskWith(disk);
  const unanswered: LongTask = {
    ...task,
    run: (db) =>
      task.run({
        ...db,
        finish: async (work) => {
          await db.finish(work);
          throw new DatabaseUnavailable("away", new Error("no answer"));
        },
      }),
  };
  await run(unanswered, asked);
  const done = await fixture.shown(asked.id);
  assert.equal(done.status, "done");
  await sweep();
  assert.notEqual(await readText(getPath(done)), null);
});

test("the first error of an export is logged, even if deleting the file fails too", async () => {
  const asked = await fixture.ask({ resource: "customers" });
  const { database } = testing;
  await database.query(`create function refuse_release() returns trigger language plpgsql as
    $$ begin raise exception 'no release'; end $$`);
  const storage: FileStorage = {
    ...disk,
    put: async () => {
      await database.query(
        "create trigger refuse_release before update on file_removals for each row execute function refuse_release()",
      );
      throw new Error("no space");
    },
  };
  const errors = await run(taskWith(storage), asked);
  await database.query("drop trigger refuse_release on file_removals");
  assert.deepEqual(errors, ["Error: no space"]);
});
