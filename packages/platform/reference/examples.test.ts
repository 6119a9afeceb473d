import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { operations, operationsOf } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import sharp from "sharp";
import Value from "typebox/value";
import { curlOf } from "./curl.ts";
import { shapeOf } from "./testing/shape-of.ts";

let testing: TestPlatform;
let shop: SeededShop;
let app: SeededApp;
let token: string;
/** The server of an app that has rates. */
let courier: RecordingReceiver;
/** Where the reader stands, with the files that the examples send. */
let folder: string;

const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background: "#c86432" } }).png();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-examples-"));
  await writeFile(join(folder, "rattan-tray.png"), await picture().toBuffer());
  testing = await testPlatform();
  // The first shop of a fresh database: its records have the ids that the examples name.
  shop = await seedShop(testing, { products: 3, locations: 2 });
  await testing.database.query(
    "insert into collections (store_id, title, handle) values ($1, 'Gifts', 'gifts')",
    [shop.id],
  );
  await testing.database.query("insert into customers (store_id, first_name) values ($1, 'Siti')", [shop.id]);
  await testing.database.query(
    "insert into customer_attributes (store_id, key, title, input_type) values ($1, 'old_number', 'Old number', 'text')",
    [shop.id],
  );
  app = await registerApp(testing, "http://localhost:1");
  token = (await installApp(testing, { shop, app })).token;
  courier = await recordingReceiver();
  await addCourier();
  await importFiles();
  await handOverOrder();
  await placeOtherOrders();
  await placeNumbered();
});

after(async () => {
  await testing.stop();
  await courier.stop();
  await rm(folder, { recursive: true });
});

/** An app that has rates; its callback has an id that no example names. */
async function addCourier(): Promise<void> {
  const other = await registerApp(testing, courier.url);
  await installApp(testing, { shop, app: other, scopes: [] });
  await testing.database.query(
    `insert into curls (store_id, id, installation_id, topic, url)
     select store_id, 9000, id, 'shipping/list/non_cod', $2 from installations where app_id = $1`,
    [other.id, `${courier.url}/rates`],
  );
  const rate = { id: "next-day", name: "Next day", shipping_charge: "12.00" };
  courier.answer({ status: 200, body: JSON.stringify({ rate: [rate] }) });
}

/** Two imports that are checked, of a file with a mistake in it: those that the examples confirm and cancel. */
async function importFiles(): Promise<void> {
  const rows = ['linen-shirt,Linen shirt,"12,50",red', "linen-cap,Linen cap,9,blue"];
  const file = `handle,title,price,colour of the box\n${rows.join("\n")}\n`;
  await writeFile(join(folder, "autumn.csv"), file);
  const url = `${shop.origin}/api/4.0/imports.json`;
  for (let made = 0; made < 2; made++)
    await testing.request(url, {
      method: "POST",
      token,
      headers: { "content-type": "text/csv" },
      body: file,
    });
  const checked = async () =>
    (await testing.request(`${url}?status=checked`, { token })).json<{ total_count: number }>();
  await eventually(async () => (await checked()).total_count === 2);
}

/** An order that was handed to the app, whose answer is kept. */
async function handOverOrder(): Promise<void> {
  await testing.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer,
       duration_ms, actor_kind, actor_id, request_id, created_at, updated_at)
     select $1, $2, id, $3, 'fulfillment/single', '{1}', 'messaged', $4, 412, 'account', '1', 'r', now(), now()
     from installations where app_id = $2`,
    [
      shop.id,
      app.id,
      app.handle,
      { type: "message", message: "Parcel SK-1001 is booked.", style: "success" },
    ],
  );
}

async function post(path: string, json: object): Promise<void> {
  const answer = await testing.request(`${shop.origin}/api${path}`, { method: "POST", token, json });
  assert.equal(answer.status, 200, answer.text);
}

/** Makes orders, and what happens to them, with ids from this one on. */
async function countFrom(id: number): Promise<void> {
  const tables = ["orders", "order_lines", "fulfillment_orders", "fulfillment_order_lines", "fulfillments"];
  for (const table of [...tables, "order_returns", "order_return_lines"])
    await testing.database.query("select setval($1, $2, false)", [`${table}_id_seq`, id]);
}

/** An order to be sent, and one that was, with a return of a unit; their ids are apart from those that the examples make. */
async function placeOtherOrders(): Promise<void> {
  const line = { name: "Rattan tray", price: "45.00", quantity: 3 };
  await countFrom(8000);
  await post("/3.0/orders.json", { email: "mei@kedai.test", line_items: [line] });
  await countFrom(9000);
  await post("/3.0/orders.json", { line_items: [line] });
  await post("/3.0/orders/9000/fulfillments.json", {});
  await post("/4.0/orders/9000/returns.json", { return_line_items: [{ line_item_id: 9000, quantity: 1 }] });
  await countFrom(1);
}

/** An order that examples of what happens to orders name: it and its line have the id 9100. */
async function placeNumbered(): Promise<void> {
  const restart = (at: number) =>
    Promise.all(
      ["orders", "order_lines"].map((table) =>
        testing.database.query("select setval($1::regclass, $2, false)", [`${table}_id_seq`, at]),
      ),
    );
  await restart(9100);
  const order = { line_items: [{ name: "Engraving", price: "12.00", quantity: 2 }] };
  const made = await testing.request(`${shop.origin}/api/3.0/orders.json`, {
    method: "POST",
    token,
    json: order,
  });
  await restart(1);
  assert.equal(made.json<{ order: { id: number } }>().order.id, 9100, made.text);
}

const run = promisify(execFile);

/** Runs a command of the reference in a shell, as a reader would. */
async function shell(command: string): Promise<unknown> {
  const quiet = command.replace(/^curl /, "curl --silent --show-error ");
  const env = { PATH: process.env["PATH"] ?? "", TOKEN: token };
  const { stdout } = await run("/bin/sh", ["-c", quiet], { env, cwd: folder });
  return JSON.parse(stdout);
}

test("the example of every operation runs as it stands, and answers what it shows", async () => {
  for (const operation of [...operationsOf("3.0"), ...operationsOf("4.0")]) {
    if (operation.id === operations.exchangeToken.id) continue;
    const command = curlOf(operation, shop.origin);
    assert.ok(command, operation.id);
    const answer = await shell(command);
    assert.deepEqual(
      [...Value.Errors(operation.answer, answer)],
      [],
      `${operation.id}: ${JSON.stringify(answer)}`,
    );
    assert.deepEqual(shapeOf(answer), shapeOf(operation.example?.answer), operation.id);
  }
});

test("the example of the token exchange runs once the code and the app are one's own", async () => {
  const command = curlOf(operations.exchangeToken, shop.origin) ?? "";
  assert.deepEqual(((await shell(command)) as { error: { code: string } }).error.code, "client_not_granted");
  const code = await freshCode();
  const own = command
    .replace("the code of the redirect", code)
    .replace("your client id", app.client_id)
    .replace("your client secret", app.client_secret);
  const answer = (await shell(own)) as { scope: string };
  assert.deepEqual([...Value.Errors(operations.exchangeToken.answer, answer)], []);
  assert.equal(answer.scope, "read_products");
});

test("the example of pictures by their addresses runs once the address is one's own", async () => {
  const { createImages } = operations;
  const pictures = await recordingReceiver();
  pictures.answer({ status: 200, body: await picture().toBuffer() });
  const { upload: _, ...example } = createImages.example;
  const [url = ""] = (createImages.example.body as { images: string[] }).images;
  const command = curlOf({ ...createImages, example }, shop.origin) ?? "";
  const answer = await shell(command.replace(url, `${pictures.url}/rattan-tray.png`));
  await pictures.stop();
  assert.deepEqual([...Value.Errors(createImages.answer, answer)], [], JSON.stringify(answer));
  assert.deepEqual(shapeOf(answer), shapeOf(example.answer));
});

/** Approves the app again, with one scope. */
async function freshCode(): Promise<string> {
  const { browser } = shop.owner;
  const asked = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.open(`${shop.host_url}/oauth/authorize?${asked}`);
  const end = await browser.press(consent, "Approve");
  return new URL(end.leadsTo).searchParams.get("code") ?? "";
}

test("what is quoted for the shell arrives as it was", async () => {
  const { example, ...operation } = operations.createWebhook;
  const topic = 'it\'s "$TOKEN" `id` \\ * ✓';
  const body = { webhook: { ...(example.body as { webhook: object }).webhook, topic } };
  const command = curlOf({ ...operation, example: { ...example, body } }, shop.origin) ?? "";
  assert.equal(((await shell(command)) as { topic: string }).topic, topic);
});
