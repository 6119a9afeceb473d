import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, errors, listOperations, topics, webhookHeaders } from "@souk/contract";
import { plainText, type TestPlatform, testPlatform } from "@souk/testkit";
import { formatCurl } from "./curl.ts";

let testing: TestPlatform;
const pages = new Map<string, string>();

before(async () => {
  testing = await testPlatform();
});

after(() => testing.stop());

async function pageAt(path: string): Promise<string> {
  const known = pages.get(path);
  if (known !== undefined) return known;
  const answer = await testing.request(`${testing.addresses.partnersOrigin}${path}`);
  assert.equal(answer.status, 200, path);
  pages.set(path, answer.text);
  return answer.text;
}

const everyone = [...listOperations("3.0"), ...listOperations("4.0")];

test("every operation has a page with its address, scope, fields, errors and example", async () => {
  const overview = await pageAt("/docs");
  for (const operation of everyone) {
    const path = `/docs/operations/${operation.id}`;
    assert.ok(overview.includes(`href="${path}"`), path);
    const text = plainText(await pageAt(path));
    assert.ok(text.includes(`${operation.method} /api/${operation.surface}${operation.path}`), path);
    for (const [scope = ""] of operation.scopes) assert.ok(text.includes(scope), `${path}: ${scope}`);
    const fields = [operation.body, operation.response].flatMap((schema) =>
      Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}),
    );
    for (const name of [...fields, ...Object.keys(operation.query)])
      assert.ok(text.includes(name), `${path}: ${name}`);
    for (const code of operation.errors) assert.ok(text.includes(errors[code].message), `${path}: ${code}`);
    // Its example may hold HTML of its own, which a page shows as it is written.
    const command = (formatCurl(operation, testing.addresses.storeOrigin("demo")) ?? "none").replace(
      /\s+/g,
      " ",
    );
    assert.ok(text.includes(command), `${path}: ${command}`);
    assert.doesNotMatch(text, /undefined|\[object|NaN/, path);
  }
});

test("every error and every topic is explained, with the headers of a webhook", async () => {
  const explained = await pageAt("/docs/errors");
  for (const [code, { message }] of Object.entries(errors)) {
    assert.ok(explained.includes(`id="${code}"`), code);
    assert.ok(plainText(explained).includes(message), code);
  }
  const webhooks = await pageAt("/docs/topics");
  for (const topic of Object.keys(topics)) assert.ok(webhooks.includes(`id="${topic}"`), topic);
  for (const topic of Object.keys(callbacks)) assert.ok(webhooks.includes(`id="callback-${topic}"`), topic);
  for (const { name } of webhookHeaders) assert.ok(webhooks.includes(name), name);
});

test("every link of the reference leads to an existing page and fragment", async () => {
  const start = [
    "/docs",
    ...everyone.map(({ id }) => `/docs/operations/${id}`),
    "/docs/errors",
    "/docs/topics",
  ];
  const links = new Set<string>();
  for (const path of start) {
    for (const [, link = ""] of (await pageAt(path)).matchAll(/href="(\/docs[^"]*)"/g)) links.add(link);
  }
  for (const link of links) {
    const [path = "", place] = link.split("#");
    const page = await pageAt(path);
    if (place !== undefined) assert.ok(page.includes(`id="${place}"`), link);
  }
  assert.ok(links.size > 40);
});

test("the documents on the same host are those of the contract, readable from any page", async () => {
  for (const version of ["3.0", "4.0"]) {
    const { status, headers, text } = await testing.request(
      `${testing.addresses.partnersOrigin}/docs/openapi-${version}.json`,
    );
    assert.deepEqual([status, headers["access-control-allow-origin"]], [200, "*"]);
    assert.equal((JSON.parse(text) as { info: { version: string } }).info.version, version);
  }
});

test("a page of an unknown operation, or of one for people only, is not found", async () => {
  for (const id of ["nonsense", "apps.register", "..", "%00", "constructor"]) {
    const url = `${testing.addresses.partnersOrigin}/docs/operations/${id}`;
    assert.ok((await testing.request(url)).status >= 400, id);
  }
});
