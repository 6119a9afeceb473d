import { strict as assert } from "node:assert";
import { type OperationResponse, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import type { StoreApi } from "../../../http/testing/store-api.ts";

/** An export as the API returns it. */
export type Export = OperationResponse<typeof operations.getExport>["export"];

/** Functions that call the export API of a store as its app. Each response is checked against the contract. */
export interface ExportFixture {
  createExport(body: object): Promise<Export>;
  loadExport(id: number): Promise<Export>;
  /** Create an export and wait until it is done. */
  createAndWait(body: object): Promise<Export>;
}

/** Create the functions that call the export API of a store as its app. */
export function createExportFixture(api: StoreApi): ExportFixture {
  async function createExport(body: object): Promise<Export> {
    const response = await api.call("POST", "/4.0/exports.json", { json: { export: body } });
    assert.equal(response.status, 200, response.text);
    assert.ok(Check(operations.createExport.response, response.json()), response.text);
    return response.json<{ export: Export }>().export;
  }

  async function loadExport(id: number): Promise<Export> {
    const response = await api.call("GET", `/4.0/exports/${id}.json`);
    assert.equal(response.status, 200, response.text);
    assert.ok(Check(operations.getExport.response, response.json()), response.text);
    return response.json<{ export: Export }>().export;
  }

  return {
    createExport,
    loadExport,
    createAndWait: async (body) => {
      const { id } = await createExport(body);
      await eventually(async () => (await loadExport(id)).status === "done", { timeoutMs: 60_000 });
      return loadExport(id);
    },
  };
}

/** Load the complete text of an export's file, and check its size. */
export async function downloadFile({ request }: TestPlatform, { url, size }: Export): Promise<string> {
  const response = await request(url ?? assert.fail("The export has no URL."));
  assert.equal(response.status, 200, response.text);
  assert.equal(Buffer.byteLength(response.text), size);
  return response.text;
}

/** Load an export's file as lines. */
export async function downloadLines(testPlatform: TestPlatform, completedExport: Export): Promise<string[]> {
  const text = await downloadFile(testPlatform, completedExport);
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}
