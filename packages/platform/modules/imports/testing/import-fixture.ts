import { strict as assert } from "node:assert";
import { type ImportableResource, type OperationResponse, operations } from "@souk/contract";
import { eventually } from "@souk/testkit";
import { Check } from "typebox/value";
import type { StoreApi } from "../../../http/testing/store-api.ts";

export type Import = OperationResponse<typeof operations.getImport>["import"];
export type ImportError = OperationResponse<typeof operations.listImportErrors>["import_errors"][number];
export type Product = OperationResponse<typeof operations.getProduct>["product"];

/**
 * Functions for the imports of one store, called as its app; every response is checked against the contract.
 */
export interface ImportFixture {
  upload(file: string | Buffer): Promise<Import>;
  shown(id: number): Promise<Import>;
  /** Wait until an import is no longer being checked or written. */
  settled(id: number): Promise<Import>;
  /** Upload a file and wait until it is checked. */
  checked(file: string | Buffer): Promise<Import>;
  confirm(id: number): Promise<Import>;
  /** Upload a file, confirm it and wait until it is written. */
  imported(file: string | Buffer): Promise<Import>;
  listErrors(made: Pick<Import, "id">): Promise<ImportError[]>;
  getProduct(handle: string): Promise<Product>;
  /** Return the codes of the store's locations, the first location first. */
  codes(): Promise<string[]>;
}

/** Create the functions for imports. @param resource the resource of the files; products by default */
export function createImportFixture(api: StoreApi, resource: ImportableResource = "products"): ImportFixture {
  async function upload(file: string | Buffer): Promise<Import> {
    const answer = await api.call("POST", `/4.0/imports.json?filename=autumn.csv&resource=${resource}`, {
      headers: { "content-type": "text/csv" },
      body: file,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.createImport.response, answer.json()), answer.text);
    return answer.json<{ import: Import }>().import;
  }

  async function shown(id: number): Promise<Import> {
    const answer = await api.call("GET", `/4.0/imports/${id}.json`);
    assert.ok(Check(operations.getImport.response, answer.json()), answer.text);
    return answer.json<{ import: Import }>().import;
  }

  async function settled(id: number): Promise<Import> {
    const isSettled = async () => !["checking", "running"].includes((await shown(id)).status);
    await eventually(isSettled, { within: 60_000 });
    return shown(id);
  }

  const checked = async (file: string | Buffer) => settled((await upload(file)).id);

  async function confirm(id: number): Promise<Import> {
    const answer = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ import: Import }>().import;
  }

  return {
    upload,
    shown,
    settled,
    checked,
    confirm,
    imported: async (file) => {
      const { id, status, error } = await checked(file);
      assert.equal(status, "checked", error ?? "");
      await confirm(id);
      return settled(id);
    },
    listErrors: async ({ id }) => {
      const answer = await api.call("GET", `/4.0/imports/${id}/errors.json?limit=250`);
      assert.ok(Check(operations.listImportErrors.response, answer.json()), answer.text);
      return answer.json<{ import_errors: ImportError[] }>().import_errors;
    },
    getProduct: async (handle) => {
      const answer = await api.call("GET", `/3.0/products.json?handle=${handle}`);
      const [product] = answer.json<{ products: Product[] }>().products;
      return product ?? assert.fail(`there is no ${handle}`);
    },
    codes: async () => {
      const answer = await api.call("GET", "/3.0/locations.json?sort=id.asc");
      return answer.json<{ locations: { code: string }[] }>().locations.map(({ code }) => code);
    },
  };
}
