import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { createSessionHeader, type ExampleApp } from "./example-app.ts";
import type { Merchant } from "./people.ts";

/** A change that the example app shows on its page. */
export interface Arrival {
  /** The topic of the webhook; null if reconciliation found the change. */
  topic: string | null;
  /** Whether the app ignored the change because it was not newer than the app's data. */
  stale: boolean;
  level?: { variant_id: number; location_id: number; quantity: number };
  product?: { id: number; title: string };
}

/** What the example app has sent to its page so far. */
export interface LiveArrivals {
  /** The arrivals since the stream was opened, oldest first. */
  arrivals: readonly Arrival[];
  /** Return how many reconciliations the app has reported. */
  countReconciliations(): number;
}

/** Collect the server-sent events that the example app sends to its page, until the fixture closes. */
export async function followLiveArrivals(
  fixture: ConformanceFixture,
  merchant: Merchant,
  example: ExampleApp,
): Promise<LiveArrivals> {
  const arrivals: Arrival[] = [];
  let reconciliationCount = 0;
  const response = Promise.withResolvers<IncomingMessage>();
  const request = get(
    {
      host: "127.0.0.1",
      port: new URL(example.app.app_url).port,
      path: `/shops/${merchant.store.domain}/live`,
      headers: await createSessionHeader(merchant, example),
      agent: false,
    },
    response.resolve,
  );
  request.on("error", response.reject);
  fixture.onClose(async () => void request.destroy());
  const stream = await response.promise;
  assert.equal(stream.statusCode, 200);
  let unparsedText = "";
  // When the fixture destroys the request, the stream emits an error, which is expected.
  stream.on("error", () => undefined);
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const blocks = (unparsedText + chunk).split("\n\n");
    unparsedText = blocks.pop() ?? "";
    for (const [, name, data = ""] of blocks.map((block) => /^event: (.+)\ndata: (.+)$/.exec(block) ?? [])) {
      if (name === "arrival") arrivals.push(JSON.parse(data) as Arrival);
      if (name === "reconciled") reconciliationCount += 1;
    }
  });
  return { arrivals, countReconciliations: () => reconciliationCount };
}
