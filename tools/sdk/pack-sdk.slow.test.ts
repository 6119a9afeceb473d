import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import ts from "typescript";
import { root } from "../root.ts";
import { packSdk } from "./pack-sdk.ts";

let folder: string;
let sdkFolder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "souk-packed-sdk-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "test-app", "private": true, "type": "module" }');
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", ...flags, packSdk().tarball], { cwd: folder, stdio: "pipe" });
  sdkFolder = join(folder, "node_modules/@souk/app-sdk");
});
after(() => rmSync(folder, { recursive: true, force: true }));

function listFiles(extension: string, subfolder = "lib"): string[] {
  return readdirSync(join(sdkFolder, subfolder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(sdkFolder, subfolder, name));
}

/** Compile a program that imports the SDK, in strict mode. @returns the errors in the program and in the SDK's declarations */
function findCompilerErrors(source: string, lib: string[], types: string[]): string[] {
  const path = join(folder, "program.ts");
  writeFileSync(path, source);
  const program = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2024,
    lib: lib.map((name) => `lib.${name}.d.ts`),
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    types,
    typeRoots: [join(root, "node_modules/@types")],
  });
  const sourceFiles = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName === path || fileName.startsWith(sdkFolder));
  assert.ok(sourceFiles.length > 1, "The program does not import the SDK.");
  return sourceFiles
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

test("the SDK is packed only if its sources changed, and packing it is reproducible", () => {
  const computeHash = (tarball: string) => createHash("sha256").update(readFileSync(tarball)).digest("hex");
  const { tarball, isNew } = packSdk();
  const firstHash = computeHash(tarball);
  assert.equal(isNew, false);
  assert.deepEqual([computeHash(packSdk({ always: true }).tarball), packSdk().isNew], [firstHash, false]);
});

test("the packed SDK runs outside the project, with one dependency", () => {
  const program = `
    const sdk = await import("@souk/app-sdk");
    const bridge = await import("@souk/app-sdk/bridge");
    const testing = await import("@souk/app-sdk/testing");
    console.log(JSON.stringify([Object.keys(sdk), Object.keys(bridge), Object.keys(testing)]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: folder,
    env: {},
    encoding: "utf8",
  });
  const [sdk = [], bridge = [], testing = []] = JSON.parse(output) as string[][];
  for (const name of ["createApp", "nodeHandler", "readAppConfig", "isNewer", "memoryTokenStore"])
    assert.ok(sdk.includes(name), `${name} is not in ${sdk.join()}`);
  assert.ok(bridge.includes("createSouk") && testing.includes("tokenStoreTests"));
  assert.deepEqual(
    readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
    ["@souk", "typebox"],
  );
  assert.deepEqual(
    listFiles(".js").filter(
      (path) => /\.test\.js$/.test(path) || /from "@souk\//.test(readFileSync(path, "utf8")),
    ),
    [],
  );
});

test("the type declarations of the packed SDK compile in strict mode", () => {
  const source = `
    import { createApp, memoryTokenStore, readAppConfig } from "@souk/app-sdk";
    export const app = createApp({
      ...readAppConfig({}),
      store: memoryTokenStore(),
      page: async ({ shop, api }) => {
        const { products } = await api.products.list({ query: { limit: 3 } });
        const title: string = products[0]?.title ?? shop;
        return new Response(title);
      },
      webhooks: {
        "inventory_level/inventory_quantity_update": async ({ payload }) => {
          const quantity: number = payload.inventory_quantity;
          const wrongType: string = payload.inventory_quantity;
          console.log(quantity, wrongType);
        },
      },
    });`;
  // The only error is the one for `wrongType`. It shows that the payload's fields have their exact types.
  const [error = "", ...otherErrors] = findCompilerErrors(source, ["es2024"], ["node"]);
  assert.match(error, /Type 'number' is not assignable to type 'string'/);
  assert.deepEqual(otherErrors, []);
});

test("the packed SDK's app bridge imports nothing from Node, directly or indirectly", () => {
  const source = `
    import { createSouk, type Souk } from "@souk/app-sdk/bridge";
    const souk: Souk = createSouk(window);
    await souk.toast("Saved", { style: "success" });`;
  assert.deepEqual(findCompilerErrors(source, ["es2024", "dom", "dom.iterable"], []), []);
  const visitedPaths = new Set<string>();
  const visit = (path: string): void => {
    if (visitedPaths.has(path)) return;
    visitedPaths.add(path);
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import\(?) ?"([^"]+)"/g)) {
      assert.doesNotMatch(name, /^node:/, path);
      if (name.startsWith(".")) visit(join(path, "..", name));
    }
  };
  visit(join(sdkFolder, "lib/app-sdk/bridge/index.js"));
  assert.ok(visitedPaths.size > 3, "The bridge has fewer files than expected.");
  for (const path of visitedPaths)
    assert.doesNotMatch(readFileSync(path, "utf8"), /\b(?:process|Buffer)\b\./, path);
});
