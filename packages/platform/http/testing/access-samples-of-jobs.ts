import type { AccessFixture } from "./access-fixture.ts";

const file = { type: "text/csv", text: "handle,title\nsample,Sample\n" };

async function made({ testing, store, tokens }: AccessFixture, resource: string, options: object) {
  const url = `${store.origin}/api/4.0/${resource}.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, ...options });
  if (answer.status !== 200) throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  const [record] = Object.values(answer.json<Record<string, { id: number }>>());
  return record?.id ?? 0;
}

async function oneExport(fixture: AccessFixture) {
  return { params: { id: await made(fixture, "exports", { json: { resource: "products" } }) } };
}

function newImport(fixture: AccessFixture): Promise<number> {
  return made(fixture, "imports", { headers: { "content-type": file.type }, body: file.text });
}

async function oneImport(fixture: AccessFixture) {
  return { params: { id: await newImport(fixture) } };
}

async function ofImport(fixture: AccessFixture) {
  return { params: { import_id: await newImport(fixture) } };
}

/** Sample calls of exports and imports. */
export const longWorkSamples = {
  "exports.create": () => ({ body: { resource: "products" } }),
  "exports.list": () => ({}),
  "exports.count": () => ({}),
  "exports.get": oneExport,
  "imports.create": () => ({ upload: file }),
  "imports.list": () => ({}),
  "imports.count": () => ({}),
  "imports.get": oneImport,
  "imports.confirm": oneImport,
  "imports.cancel": oneImport,
  "import_errors.list": ofImport,
  "import_errors.count": ofImport,
  "import_errors.download": ofImport,
};
