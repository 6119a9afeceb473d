import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { type ExampleApp, sessionProof } from "./example-app.ts";
import type { Merchant } from "./people.ts";

/** A change that the example app shows on its page. */
export interface Arrival {
  /** The topic; null for a change that reconciliation found. */
  topic: string | null;
  /** Whether the change was not newer than the app's data and was ignored. */
  stale: boolean;
  level?: { variant_id: number; location_id: number; quantity: number };
  product?: { id: number; title: string };
}

export interface LiveArrivals {
  /** The arrivals since the stream was opened, in their order. */
  arrivals: readonly Arrival[];
  /** Return the number of reconciliation walks that the app has reported. */
  reconciliations(): number;
}

/** Follow the server-sent events that the example app sends its page, until the fixture closes. */
export async function followLive(
  fixture: ConformanceFixture,
  merchant: Merchant,
  example: ExampleApp,
): Promise<LiveArrivals> {
  const arrivals: Arrival[] = [];
  let reconciliations = 0;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = get(
    {
      host: "127.0.0.1",
      port: new URL(example.app.app_url).port,
      path: `/shops/${merchant.store.domain}/live`,
      headers: await sessionProof(merchant, example),
      agent: false,
    },
    resolve,
  );
  sent.on("error", reject);
  fixture.onClose(async () => void sent.destroy());
  const stream = await promise;
  assert.equal(stream.statusCode, 200);
  let text = "";
  // Destroying the request at the end is an error to the stream.
  stream.on("error", () => undefined);
  stream.setEncoding("utf8").on("data", (part: string) => {
    const blocks = (text + part).split("\n\n");
    text = blocks.pop() ?? "";
    for (const [, name, data = ""] of blocks.map((block) => /^event: (.+)\ndata: (.+)$/.exec(block) ?? [])) {
      if (name === "arrival") arrivals.push(JSON.parse(data) as Arrival);
      if (name === "reconciled") reconciliations += 1;
    }
  });
  return { arrivals, reconciliations: () => reconciliations };
}
