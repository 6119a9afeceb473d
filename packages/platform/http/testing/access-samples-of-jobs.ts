import type { AccessFixture } from "./access-fixture.ts";

const csvFile = { type: "text/csv", text: "handle,title\nsample,Sample\n" };

async function createRecord(
  { testPlatform, store, tokens }: AccessFixture,
  resource: string,
  options: object,
) {
  const url = `${store.origin}/api/4.0/${resource}.json`;
  const response = await testPlatform.request(url, { method: "POST", token: tokens.full, ...options });
  if (response.status !== 200) throw new Error(`${resource}: ${response.status} ${response.text}`);
  const [record] = Object.values(response.json<Record<string, { id: number }>>());
  return record?.id ?? 0;
}

async function createExportSample(fixture: AccessFixture) {
  return { params: { id: await createRecord(fixture, "exports", { json: { resource: "products" } }) } };
}

function createImport(fixture: AccessFixture): Promise<number> {
  return createRecord(fixture, "imports", { headers: { "content-type": csvFile.type }, body: csvFile.text });
}

async function createImportSample(fixture: AccessFixture) {
  return { params: { id: await createImport(fixture) } };
}

async function createImportErrorsSample(fixture: AccessFixture) {
  return { params: { import_id: await createImport(fixture) } };
}

/** Sample calls of the operations for exports and imports. */
export const jobSamples = {
  "exports.create": () => ({ body: { resource: "products" } }),
  "exports.list": () => ({}),
  "exports.count": () => ({}),
  "exports.get": createExportSample,
  "imports.create": () => ({ upload: csvFile }),
  "imports.list": () => ({}),
  "imports.count": () => ({}),
  "imports.get": createImportSample,
  "imports.confirm": createImportSample,
  "imports.cancel": createImportSample,
  "import_errors.list": createImportErrorsSample,
  "import_errors.count": createImportErrorsSample,
  "import_errors.download": createImportErrorsSample,
};
