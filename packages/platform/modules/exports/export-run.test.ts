import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { DatabaseUnavailable } from "@souk/database";
import { createCollectedLog, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createDiskStorage } from "../../infrastructure/storage/disk-storage.ts";
import { type FileStorage, removeDueFiles } from "../../infrastructure/storage/index.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createJobQueue, type LongTask } from "../../runtime/jobs/index.ts";
import { runNow } from "../../runtime/jobs/testing/run-now.ts";
import { secureRandomText } from "../../runtime/random.ts";
import { createProductSnapshots } from "../catalog/index.ts";
import { createOrderSnapshots } from "../orders/index.ts";
import { findStoreById } from "../stores/index.ts";
import { createExportSources } from "./export-sources.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { createExportFixture, type Export, type ExportFixture } from "./testing/export-fixture.ts";
import { createExportTask } from "./write-export.ts";

/** A platform that inserts exports but does not run jobs. The tests run the jobs. */
let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ExportFixture;
let folder: string;
let disk: FileStorage;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  api = await createStoreApi(testPlatform, { scopes: ["read_customers", "write_customers"] });
  fixture = createExportFixture(api);
  folder = await mkdtemp(join(tmpdir(), "souk-exports-"));
  disk = createDiskStorage(folder, systemClock);
});
after(async () => {
  await testPlatform.stop();
  await rm(folder, { recursive: true });
});

/** Create an export task that uses this storage and reads one customer at a time. */
function createTask(storage: FileStorage): LongTask {
  const { addresses, database } = testPlatform;
  const sources = createExportSources({
    products: createProductSnapshots(database, addresses.filesOrigin),
    orders: createOrderSnapshots(database, addresses.filesOrigin),
  });
  const deps: ExportsDeps = {
    database,
    clock: systemClock,
    random: secureRandomText,
    jobs: createJobQueue(),
    storage,
    filesOrigin: addresses.filesOrigin,
    fileLinks: testPlatform.platform.files.links,
    sources: { ...sources, customers: { ...sources.customers, batchSize: 1 } },
    findStore: (db, id) => findStoreById(db, id, addresses),
  };
  return createExportTask(deps);
}

/** Run the job of an export until it ends, with or without success. @returns the errors that were logged */
async function runJob(task: LongTask, { id }: Export): Promise<string[]> {
  const log = createCollectedLog();
  const deps = {
    database: testPlatform.database,
    log,
    owner: "one",
    stopSignal: new AbortController().signal,
  };
  await runNow(deps, task, { store_id: api.store.id, task: task.name, record_id: id });
  return log.lines.flatMap(({ level, fields }) =>
    level === "error" && "err" in fields ? [String(fields.err)] : [],
  );
}

async function createCustomer(fields: object): Promise<number> {
  const response = await api.call("POST", "/3.0/customers.json", { json: { customer: fields } });
  assert.equal(response.status, 200, response.text);
  return response.json<{ customer: { id: number } }>().customer.id;
}

/** Read the text of a file in the storage. @returns null if the file does not exist */
async function readText(path: string): Promise<string | null> {
  const file = await disk.read(path);
  if (file === null) return null;
  return Buffer.concat(await file.stream.toArray()).toString();
}

const removeFiles = () =>
  removeDueFiles(testPlatform.database, { storage: disk, listDerivedFiles: () => [] });
const getPath = ({ url }: Export) => new URL(url ?? assert.fail("The export has no file.")).pathname;

test("if a customer is erased during an export, the export's run leaves no file and is repeated", async () => {
  const erasedId = await createCustomer({ first_name: "Goes", email: "goes@kedai.test" });
  for (let count = 0; count < 60; count++) await createCustomer({ first_name: `Stays ${count}` });
  const createdExport = await fixture.createExport({ resource: "customers" });
  const paths: string[] = [];
  const chunks: string[] = [];
  // Erase the customer after the first chunk of the file was written, before the remaining chunks follow.
  const storage: FileStorage = {
    ...disk,
    put: async (path, content, type) => {
      paths.push(path);
      async function* createSlowStream() {
        for await (const chunk of content as Readable) {
          yield chunk;
          chunks.push(String(chunk));
          if (chunks.length > 1) continue;
          const { owner, host_url } = api.store;
          const url = `${host_url}/api/console/customers/${erasedId}/erase.json`;
          assert.equal((await owner.browser.call("POST", url)).status, 200);
        }
      }
      await disk.put(path, Readable.from(createSlowStream()), type);
    },
  };
  const task = createTask(storage);
  assert.deepEqual(await runJob(task, createdExport), []);
  assert.match(chunks[0] ?? "", /goes@kedai\.test/);
  assert.notEqual((await fixture.loadExport(createdExport.id)).status, "done");
  await removeFiles();
  assert.equal(await readText(paths[0] ?? ""), null);
  assert.deepEqual(await runJob(task, createdExport), []);
  const doneExport = await fixture.loadExport(createdExport.id);
  const text = (await readText(getPath(doneExport))) ?? "";
  assert.equal(text.split("\n").length - 1, 60);
  assert.doesNotMatch(text, /goes@kedai\.test/);
});

test("an export keeps its file if its last step is committed but the database's response is lost", async () => {
  const createdExport = await fixture.createExport({ resource: "customers" });
  const task = createTask(disk);
  const taskWithoutResponse: LongTask = {
    ...task,
    run: (jobRun) =>
      task.run({
        ...jobRun,
        finish: async (work) => {
          await jobRun.finish(work);
          throw new DatabaseUnavailable("unreachable", new Error("no answer"));
        },
      }),
  };
  await runJob(taskWithoutResponse, createdExport);
  const doneExport = await fixture.loadExport(createdExport.id);
  assert.equal(doneExport.status, "done");
  await removeFiles();
  assert.notEqual(await readText(getPath(doneExport)), null);
});

test("the first error of an export is logged even if deleting its file also fails", async () => {
  const createdExport = await fixture.createExport({ resource: "customers" });
  const { database } = testPlatform;
  await database.query(`create function reject_removal() returns trigger language plpgsql as
    $$ begin raise exception 'no removal'; end $$`);
  const storage: FileStorage = {
    ...disk,
    put: async () => {
      await database.query(
        "create trigger reject_removal before update on file_removals for each row execute function reject_removal()",
      );
      throw new Error("no space");
    },
  };
  const errors = await runJob(createTask(storage), createdExport);
  await database.query("drop trigger reject_removal on file_removals");
  assert.deepEqual(errors, ["Error: no space"]);
});
