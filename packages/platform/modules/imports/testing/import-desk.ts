import { strict as assert } from "node:assert";
import { type AnswerOf, type ImportableResource, operations } from "@souk/contract";
import { eventually } from "@souk/testkit";
import { Check } from "typebox/value";
import type { ShopApi } from "../../../http/testing/shop-api.ts";

export type Import = AnswerOf<typeof operations.getImport>["import"];
export type ImportError = AnswerOf<typeof operations.listImportErrors>["import_errors"][number];
export type Product = AnswerOf<typeof operations.getProduct>["product"];

/** Imports of one shop, called as its app calls them; every answer is held against the contract. */
export interface ImportDesk {
  upload(file: string | Buffer): Promise<Import>;
  shown(id: number): Promise<Import>;
  /** Waits until it is neither checked nor written any more. */
  settled(id: number): Promise<Import>;
  /** Uploads a file and waits until it is checked. */
  checked(file: string | Buffer): Promise<Import>;
  confirm(id: number): Promise<Import>;
  /** Uploads a file, confirms it and waits until it is written. */
  imported(file: string | Buffer): Promise<Import>;
  errorsOf(made: Pick<Import, "id">): Promise<ImportError[]>;
  productOf(handle: string): Promise<Product>;
  /** The codes of the shop's locations, the first one first. */
  codes(): Promise<string[]>;
}

/** @param resource what the files hold; products when it is left out */
export function importDesk(api: ShopApi, resource: ImportableResource = "products"): ImportDesk {
  async function upload(file: string | Buffer): Promise<Import> {
    const answer = await api.call("POST", `/4.0/imports.json?filename=autumn.csv&resource=${resource}`, {
      headers: { "content-type": "text/csv" },
      body: file,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.createImport.answer, answer.json()), answer.text);
    return answer.json<{ import: Import }>().import;
  }

  async function shown(id: number): Promise<Import> {
    const answer = await api.call("GET", `/4.0/imports/${id}.json`);
    assert.ok(Check(operations.getImport.answer, answer.json()), answer.text);
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
    errorsOf: async ({ id }) => {
      const answer = await api.call("GET", `/4.0/imports/${id}/errors.json?limit=250`);
      assert.ok(Check(operations.listImportErrors.answer, answer.json()), answer.text);
      return answer.json<{ import_errors: ImportError[] }>().import_errors;
    },
    productOf: async (handle) => {
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
