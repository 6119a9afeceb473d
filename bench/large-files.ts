// node bench/large-files.ts [count] [products|customers]
// Imports and exports a store's products or customers through the real server, 100,000 products by default. Prints the rows per
// second and the memory of the server's process: before, maximum and after.
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startBenchPlatform, storeDomain } from "./bench-platform.ts";
import { createBenchFixture } from "./fixture.ts";
import type { PlatformProcess } from "./platform-process.ts";

/** The state of an import or export, as the API returns it. */
interface JobState {
  status: string;
  progress: number;
  row_count: number;
  size: number | null;
  url?: string | null;
  error: string | null;
  check?: object | null;
  result?: object | null;
}

const pollMs = 500;
const defaultCount = 100_000;

function buildProductRows(count: number): string[] {
  const header =
    "handle,title,vendor,tags,body_html,sku,price,inventory_policy,weight,weight_unit,stock: main";
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `bulk-${index},Bulk product ${index},Vendor ${index % 50},"bulk, tag ${index % 20}","<p>Made of ${index % 9} parts, by hand.</p>",SKU-${index},${(index % 900) + 1}.50,deny,1.5,kg,${index % 100}`,
  );
  return [header, ...rows];
}

function buildCustomerRows(count: number): string[] {
  const header =
    "code,email,phone,first_name,last_name,accepts_marketing,note,tags,address1,city,zip,address_country_code";
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `C-${index},bulk-${index}@kedai.test,+6011${String(10_000_000 + index)},Bulk ${index},Customer ${index % 900},${index % 3 === 0},Comes on day ${index % 7}.,"bulk, tag ${index % 20}",${index % 90} Jalan Besar,Ipoh,30000,MY`,
  );
  return [header, ...rows];
}

const rowBuilders = { products: buildProductRows, customers: buildCustomerRows };

/** Call the store's API with the token of the fixture's app. */
type Call = (method: string, path: string, body?: Buffer, type?: string) => Promise<JobState>;

function createCaller(
  address: { host: string; port: number },
  authHeaders: Readonly<Record<string, string>>,
): Call {
  return (method, path, body, type = "application/json") =>
    new Promise((resolve, reject) => {
      const headers = {
        ...authHeaders,
        ...(body ? { "content-type": type, "content-length": body.length } : {}),
      };
      const outgoing = request({ ...address, method, path: `/api/4.0${path}`, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          if (response.statusCode !== 200)
            return reject(new Error(`${path}: ${response.statusCode} ${text}`));
          resolve(Object.values(JSON.parse(text) as Record<string, JobState>)[0] as JobState);
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}

/** Poll an import or export until it ends, and print its rate and the platform's memory. */
async function waitAndReport(
  name: string,
  readState: () => Promise<JobState>,
  platform: PlatformProcess,
): Promise<JobState> {
  const startedAt = performance.now();
  const memoryBefore = await platform.readMemoryMiB();
  const seenProgress = new Set<number>();
  let maxMemory = memoryBefore;
  for (;;) {
    const state = await readState();
    seenProgress.add(state.progress);
    maxMemory = Math.max(maxMemory, await platform.readMemoryMiB());
    if (!["queued", "running", "checking"].includes(state.status)) {
      const seconds = (performance.now() - startedAt) / 1_000;
      const rate = Math.round(state.row_count / seconds);
      const memoryAfter = await platform.readMemoryMiB();
      const memory = [memoryBefore, maxMemory, memoryAfter].map((mib) => Math.round(mib)).join(" / ");
      console.log(
        `${name}: ${state.status}, ${state.row_count} rows in ${seconds.toFixed(1)} s, ${rate}/s; MiB before / max / after ${memory}; ${seenProgress.size} steps of progress seen; ${JSON.stringify(state.result ?? state.check ?? state.size)}`,
      );
      if (state.error !== null) throw new Error(state.error);
      return state;
    }
    await sleep(pollMs);
  }
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? defaultCount);
  const resource = process.argv[3] ?? "products";
  if (resource !== "products" && resource !== "customers")
    throw new Error(`The resource is "${resource}". It must be products or customers.`);
  const fixture = await createBenchFixture({ orders: 2, products: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), "souk-large-files-"));
  const platform = await startBenchPlatform(fixture.readUrl, dataDir);
  try {
    const { hostname, port } = new URL(platform.origin);
    const host = `${fixture.store.handle}.${storeDomain}:${port}`;
    const call = createCaller(
      { host: hostname, port: Number(port) },
      { host, "service-access-token": fixture.store.token },
    );
    const file = Buffer.from(`${rowBuilders[resource](count).join("\n")}\n`);
    const importsPath = `/imports.json?resource=${resource}`;
    console.log(`${count} ${resource}, a file of ${(file.length / 1024 / 1024).toFixed(1)} MiB`);
    const createdImport = (await call("POST", importsPath, file, "text/csv")) as JobState & {
      id: number;
    };
    const readState = () => call("GET", `/imports/${createdImport.id}.json`);
    await waitAndReport("check", readState, platform);
    await call("POST", `/imports/${createdImport.id}/confirm.json`);
    await waitAndReport("import", readState, platform);
    for (const format of ["jsonl", "csv"]) {
      const body = Buffer.from(JSON.stringify({ resource, format }));
      const createdExport = (await call("POST", "/exports.json", body)) as JobState & { id: number };
      await waitAndReport(
        `export ${format}`,
        () => call("GET", `/exports/${createdExport.id}.json`),
        platform,
      );
    }
    const secondImport = (await call("POST", importsPath, file, "text/csv")) as JobState & {
      id: number;
    };
    await waitAndReport(
      "check of the imported file",
      () => call("GET", `/imports/${secondImport.id}.json`),
      platform,
    );
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
    await fixture.stop();
  }
}

await main();
