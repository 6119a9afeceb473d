import { strict as assert } from "node:assert";
import { type OperationResponse, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import type { StoreApi } from "../../../http/testing/store-api.ts";

export type Export = OperationResponse<typeof operations.getExport>["export"];

/**
 * Functions for the exports of one store, called as its app; every response is checked against the contract.
 */
export interface ExportFixture {
  ask(body: object): Promise<Export>;
  shown(id: number): Promise<Export>;
  /** Request an export and wait until it is written. */
  written(body: object): Promise<Export>;
}

export function createExportFixture(api: StoreApi): ExportFixture {
  async function ask(body: object): Promise<Export> {
    const answer = await api.call("POST", "/4.0/exports.json", { json: { export: body } });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.createExport.response, answer.json()), answer.text);
    return answer.json<{ export: Export }>().export;
  }

  async function shown(id: number): Promise<Export> {
    const answer = await api.call("GET", `/4.0/exports/${id}.json`);
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.getExport.response, answer.json()), answer.text);
    return answer.json<{ export: Export }>().export;
  }

  return {
    ask,
    shown,
    written: async (body) => {
      const { id } = await ask(body);
      await eventually(async () => (await shown(id)).status === "done", { within: 60_000 });
      return shown(id);
    },
  };
}

/** Load the text of an export's file, all of it. */
export async function downloadFile({ request }: TestPlatform, { url, size }: Export): Promise<string> {
  const answer = await request(url ?? assert.fail("no address"));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(Buffer.byteLength(answer.text), size);
  return answer.text;
}

/** Load the lines of an export's file. */
export async function downloadLines(testing: TestPlatform, made: Export): Promise<string[]> {
  const text = await downloadFile(testing, made);
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}
