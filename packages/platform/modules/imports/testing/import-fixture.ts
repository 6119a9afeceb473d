import { strict as assert } from "node:assert";
import { type ImportableResource, type OperationResponse, operations } from "@souk/contract";
import { eventually } from "@souk/testkit";
import { Check } from "typebox/value";
import type { StoreApi } from "../../../http/testing/store-api.ts";

/** An import as the API returns it. */
export type Import = OperationResponse<typeof operations.getImport>["import"];
/** An error of an import as the API returns it. */
export type ImportError = OperationResponse<typeof operations.listImportErrors>["import_errors"][number];
/** A product as the API returns it. */
export type Product = OperationResponse<typeof operations.getProduct>["product"];

/**
 * Functions that call a store's API as an app. `upload`, `loadImport` and `listErrors` check that the responses match the
 * contract.
 */
export interface ImportFixture {
  upload(file: string | Buffer): Promise<Import>;
  loadImport(id: number): Promise<Import>;
  /** Wait until an import is no longer being checked or written, then load it. */
  waitUntilSettled(id: number): Promise<Import>;
  /** Upload a file and wait until it is checked. */
  checkFile(file: string | Buffer): Promise<Import>;
  confirm(id: number): Promise<Import>;
  /** Upload a file, wait until it is checked, confirm it and wait until its records are written. */
  importFile(file: string | Buffer): Promise<Import>;
  listErrors(createdImport: Pick<Import, "id">): Promise<ImportError[]>;
  loadProduct(handle: string): Promise<Product>;
  /** Load the codes of the store's locations, sorted by id. */
  loadLocationCodes(): Promise<string[]>;
}

/** Create the functions that call the import API. @param resource the resource that the files contain, products by default */
export function createImportFixture(api: StoreApi, resource: ImportableResource = "products"): ImportFixture {
  async function upload(file: string | Buffer): Promise<Import> {
    const response = await api.call("POST", `/4.0/imports.json?filename=autumn.csv&resource=${resource}`, {
      headers: { "content-type": "text/csv" },
      body: file,
    });
    assert.equal(response.status, 200, response.text);
    assert.ok(Check(operations.createImport.response, response.json()), response.text);
    return response.json<{ import: Import }>().import;
  }

  async function loadImport(id: number): Promise<Import> {
    const response = await api.call("GET", `/4.0/imports/${id}.json`);
    assert.ok(Check(operations.getImport.response, response.json()), response.text);
    return response.json<{ import: Import }>().import;
  }

  async function waitUntilSettled(id: number): Promise<Import> {
    const isSettled = async () => !["checking", "running"].includes((await loadImport(id)).status);
    await eventually(isSettled, { timeoutMs: 60_000 });
    return loadImport(id);
  }

  const checkFile = async (file: string | Buffer) => waitUntilSettled((await upload(file)).id);

  async function confirm(id: number): Promise<Import> {
    const response = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
    assert.equal(response.status, 200, response.text);
    return response.json<{ import: Import }>().import;
  }

  return {
    upload,
    loadImport,
    waitUntilSettled,
    checkFile,
    confirm,
    importFile: async (file) => {
      const { id, status, error } = await checkFile(file);
      assert.equal(status, "checked", error ?? "");
      await confirm(id);
      return waitUntilSettled(id);
    },
    listErrors: async ({ id }) => {
      const response = await api.call("GET", `/4.0/imports/${id}/errors.json?limit=250`);
      assert.ok(Check(operations.listImportErrors.response, response.json()), response.text);
      return response.json<{ import_errors: ImportError[] }>().import_errors;
    },
    loadProduct: async (handle) => {
      const response = await api.call("GET", `/3.0/products.json?handle=${handle}`);
      const [product] = response.json<{ products: Product[] }>().products;
      return product ?? assert.fail(`no product has the handle ${handle}`);
    },
    loadLocationCodes: async () => {
      const response = await api.call("GET", "/3.0/locations.json?sort=id.asc");
      return response.json<{ locations: { code: string }[] }>().locations.map(({ code }) => code);
    },
  };
}
