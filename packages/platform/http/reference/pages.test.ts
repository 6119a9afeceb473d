import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callbacks, errors, listOperations, topics, webhookHeaders } from "@souk/contract";
import { extractText, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { formatCurl } from "./curl.ts";

let testPlatform: TestPlatform;
const pagesByPath = new Map<string, string>();

before(async () => {
  testPlatform = await startTestPlatform();
});

after(() => testPlatform.stop());

async function loadPage(path: string): Promise<string> {
  const cachedPage = pagesByPath.get(path);
  if (cachedPage !== undefined) return cachedPage;
  const response = await testPlatform.request(`${testPlatform.addresses.partnersOrigin}${path}`);
  assert.equal(response.status, 200, path);
  pagesByPath.set(path, response.text);
  return response.text;
}

const publicOperations = [...listOperations("3.0"), ...listOperations("4.0")];

test("every public operation has a reference page with path, scope, fields, and example", async () => {
  const overview = await loadPage("/docs");
  for (const operation of publicOperations) {
    const path = `/docs/operations/${operation.id}`;
    assert.ok(overview.includes(`href="${path}"`), path);
    const text = extractText(await loadPage(path));
    assert.ok(text.includes(`${operation.method} /api/${operation.surface}${operation.path}`), path);
    for (const [scope = ""] of operation.scopes) assert.ok(text.includes(scope), `${path}: ${scope}`);
    const fields = [operation.body, operation.response].flatMap((schema) =>
      Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}),
    );
    for (const name of [...fields, ...Object.keys(operation.query)])
      assert.ok(text.includes(name), `${path}: ${name}`);
    for (const code of operation.errors) assert.ok(text.includes(errors[code].message), `${path}: ${code}`);
    // The command is compared with the page's plain text, because an example may contain HTML.
    const command = (formatCurl(operation, testPlatform.addresses.storeOrigin("demo")) ?? "none").replace(
      /\s+/g,
      " ",
    );
    assert.ok(text.includes(command), `${path}: ${command}`);
    assert.doesNotMatch(text, /undefined|\[object|NaN/, path);
  }
});

test("the reference explains every error, topic, callback and webhook header", async () => {
  const errorsPage = await loadPage("/docs/errors");
  for (const [code, { message }] of Object.entries(errors)) {
    assert.ok(errorsPage.includes(`id="${code}"`), code);
    assert.ok(extractText(errorsPage).includes(message), code);
  }
  const topicsPage = await loadPage("/docs/topics");
  for (const topic of Object.keys(topics)) assert.ok(topicsPage.includes(`id="${topic}"`), topic);
  for (const topic of Object.keys(callbacks)) assert.ok(topicsPage.includes(`id="callback-${topic}"`), topic);
  for (const { name } of webhookHeaders) assert.ok(topicsPage.includes(name), name);
});

test("every link in the reference leads to an existing page and fragment", async () => {
  const startPaths = [
    "/docs",
    ...publicOperations.map(({ id }) => `/docs/operations/${id}`),
    "/docs/errors",
    "/docs/topics",
  ];
  const links = new Set<string>();
  for (const path of startPaths) {
    for (const [, link = ""] of (await loadPage(path)).matchAll(/href="(\/docs[^"]*)"/g)) links.add(link);
  }
  for (const link of links) {
    const [path = "", fragment] = link.split("#");
    const page = await loadPage(path);
    if (fragment !== undefined) assert.ok(page.includes(`id="${fragment}"`), link);
  }
  assert.ok(links.size > 40);
});

test("the OpenAPI documents are served to any origin", async () => {
  for (const version of ["3.0", "4.0"]) {
    const { status, headers, text } = await testPlatform.request(
      `${testPlatform.addresses.partnersOrigin}/docs/openapi-${version}.json`,
    );
    assert.deepEqual([status, headers["access-control-allow-origin"]], [200, "*"]);
    assert.equal((JSON.parse(text) as { info: { version: string } }).info.version, version);
  }
});

test("the reference has no page for an unknown or a console operation", async () => {
  for (const id of ["nonsense", "apps.register", "..", "%00", "constructor"]) {
    const url = `${testPlatform.addresses.partnersOrigin}/docs/operations/${id}`;
    assert.ok((await testPlatform.request(url)).status >= 400, id);
  }
});
