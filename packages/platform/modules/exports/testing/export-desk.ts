import { strict as assert } from "node:assert";
import { type AnswerOf, operations } from "@souk/contract";
import { eventually, type TestPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import type { ShopApi } from "../../../http/testing/shop-api.ts";

export type Export = AnswerOf<typeof operations.getExport>["export"];

/** Exports of one shop, called as its app calls them; every answer is held against the contract. */
export interface ExportDesk {
  ask(body: object): Promise<Export>;
  shown(id: number): Promise<Export>;
  /** Asks for an export and waits until it is written. */
  written(body: object): Promise<Export>;
}

export function exportDesk(api: ShopApi): ExportDesk {
  async function ask(body: object): Promise<Export> {
    const answer = await api.call("POST", "/4.0/exports.json", { json: { export: body } });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.createExport.answer, answer.json()), answer.text);
    return answer.json<{ export: Export }>().export;
  }

  async function shown(id: number): Promise<Export> {
    const answer = await api.call("GET", `/4.0/exports/${id}.json`);
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Check(operations.getExport.answer, answer.json()), answer.text);
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

/** The text of an export's file, whole. */
export async function fileOf({ request }: TestPlatform, { url, size }: Export): Promise<string> {
  const answer = await request(url ?? assert.fail("no address"));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(Buffer.byteLength(answer.text), size);
  return answer.text;
}

/** Its lines. */
export async function linesOf(testing: TestPlatform, made: Export): Promise<string[]> {
  const text = await fileOf(testing, made);
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}
