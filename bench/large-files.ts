// node bench/large-files.ts [count] [products|customers]
// Imports and exports a store's catalog, or its customers, through the real server, 100,000 products unless said otherwise;
// prints rows a second, and the memory of the server's process before, at most and after.
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { domain, startBenchPlatform } from "./bench-platform.ts";
import { createBenchFixture } from "./fixture.ts";
import type { PlatformProcess } from "./platform-process.ts";

interface Progress {
  status: string;
  progress: number;
  row_count: number;
  size: number | null;
  url?: string | null;
  error: string | null;
  check?: object | null;
  result?: object | null;
}

const lookEveryMs = 500;
const usual = 100_000;

function productRows(count: number): string[] {
  const heading =
    "handle,title,vendor,tags,body_html,sku,price,inventory_policy,weight,weight_unit,stock: main";
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `bulk-${index},Bulk product ${index},Vendor ${index % 50},"bulk, tag ${index % 20}","<p>Made of ${index % 9} parts, by hand.</p>",SKU-${index},${(index % 900) + 1}.50,deny,1.5,kg,${index % 100}`,
  );
  return [heading, ...rows];
}

function customerRows(count: number): string[] {
  const heading =
    "code,email,phone,first_name,last_name,accepts_marketing,note,tags,address1,city,zip,address_country_code";
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `C-${index},bulk-${index}@kedai.test,+6011${String(10_000_000 + index)},Bulk ${index},Customer ${index % 900},${index % 3 === 0},Comes on day ${index % 7}.,"bulk, tag ${index % 20}",${index % 90} Jalan Besar,Ipoh,30000,MY`,
  );
  return [heading, ...rows];
}

const rowBuilders = { products: productRows, customers: customerRows };

/** A call to the store's API as the app makes it. */
type Call = (method: string, path: string, body?: Buffer, type?: string) => Promise<Progress>;

function caller(place: { host: string; port: number }, proof: Readonly<Record<string, string>>): Call {
  return (method, path, body, type = "application/json") =>
    new Promise((resolve, reject) => {
      const headers = { ...proof, ...(body ? { "content-type": type, "content-length": body.length } : {}) };
      const sent = request({ ...place, method, path: `/api/4.0${path}`, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => {
          if (response.statusCode !== 200)
            return reject(new Error(`${path}: ${response.statusCode} ${text}`));
          resolve(Object.values(JSON.parse(text) as Record<string, Progress>)[0] as Progress);
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

/** Follow a piece of work to its end. */
async function follow(
  name: string,
  look: () => Promise<Progress>,
  platform: PlatformProcess,
): Promise<Progress> {
  const begin = performance.now();
  const before = await platform.memoryMiB();
  const shown = new Set<number>();
  let greatest = before;
  for (;;) {
    const now = await look();
    shown.add(now.progress);
    greatest = Math.max(greatest, await platform.memoryMiB());
    if (!["queued", "running", "checking"].includes(now.status)) {
      const seconds = (performance.now() - begin) / 1_000;
      const rate = Math.round(now.row_count / seconds);
      const after = await platform.memoryMiB();
      const memory = [before, greatest, after].map((mib) => Math.round(mib)).join(" / ");
      console.log(
        `${name}: ${now.status}, ${now.row_count} rows in ${seconds.toFixed(1)} s, ${rate}/s; MiB before / most / after ${memory}; ${shown.size} steps of progress seen; ${JSON.stringify(now.result ?? now.check ?? now.size)}`,
      );
      if (now.error !== null) throw new Error(now.error);
      return now;
    }
    await sleep(lookEveryMs);
  }
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? usual);
  const resource = process.argv[3] ?? "products";
  if (resource !== "products" && resource !== "customers")
    throw new Error(`${resource} cannot be imported; it takes products or customers.`);
  const fixture = await createBenchFixture({ orders: 2, products: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), "souk-large-files-"));
  const platform = await startBenchPlatform(fixture.readUrl, dataDir);
  try {
    const { hostname, port } = new URL(platform.origin);
    const host = `${fixture.store.handle}.${domain}:${port}`;
    const call = caller(
      { host: hostname, port: Number(port) },
      { host: host, "service-access-token": fixture.store.token },
    );
    const file = Buffer.from(`${rowBuilders[resource](count).join("\n")}\n`);
    const imports = `/imports.json?resource=${resource}`;
    console.log(`${count} ${resource}, a file of ${(file.length / 1024 / 1024).toFixed(1)} MiB`);
    const made = (await call("POST", imports, file, "text/csv")) as Progress & { id: number };
    const look = () => call("GET", `/imports/${made.id}.json`);
    await follow("check", look, platform);
    await call("POST", `/imports/${made.id}/confirm.json`);
    await follow("import", look, platform);
    for (const format of ["jsonl", "csv"]) {
      const body = Buffer.from(JSON.stringify({ resource, format }));
      const asked = (await call("POST", "/exports.json", body)) as Progress & { id: number };
      await follow(`export ${format}`, () => call("GET", `/exports/${asked.id}.json`), platform);
    }
    const again = (await call("POST", imports, file, "text/csv")) as Progress & { id: number };
    await follow("check of what is there", () => call("GET", `/imports/${again.id}.json`), platform);
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
    await fixture.stop();
  }
}

await main();
