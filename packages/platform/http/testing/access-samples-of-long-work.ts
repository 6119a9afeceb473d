import type { Ground } from "./access-callers.ts";

const file = { type: "text/csv", text: "handle,title\nsample,Sample\n" };

async function made({ testing, shop, tokens }: Ground, resource: string, options: object) {
  const url = `${shop.origin}/api/4.0/${resource}.json`;
  const answer = await testing.request(url, { method: "POST", token: tokens.full, ...options });
  if (answer.status !== 200) throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  const [record] = Object.values(answer.json<Record<string, { id: number }>>());
  return record?.id ?? 0;
}

async function oneExport(ground: Ground) {
  return { params: { id: await made(ground, "exports", { json: { resource: "products" } }) } };
}

function newImport(ground: Ground): Promise<number> {
  return made(ground, "imports", { headers: { "content-type": file.type }, body: file.text });
}

async function oneImport(ground: Ground) {
  return { params: { id: await newImport(ground) } };
}

async function ofImport(ground: Ground) {
  return { params: { import_id: await newImport(ground) } };
}

/** How exports and imports are called. */
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
};
