import { createHmac } from "node:crypto";
import { Pool } from "undici";
import { hookPath, originOf, type Targets } from "./sends.ts";

const connectionsEach = 8;

/** Sends signed bodies with undici and nothing else: a pool for each origin, the status is all that is looked at. */
export class QuickSender {
  readonly #pools: readonly Pool[];
  readonly #hosts: readonly string[];
  readonly #body: Buffer;

  constructor(targets: Targets, body: string) {
    const endpoints = Array.from({ length: targets.endpoints }, (_, at) => at);
    // Node does not resolve names below localhost: it connects to the address, the name stands in the header.
    this.#pools = endpoints.map(
      () => new Pool(`http://127.0.0.1:${targets.port}`, { connections: connectionsEach, pipelining: 1 }),
    );
    this.#hosts = endpoints.map((at) => new URL(originOf(targets, at)).host);
    this.#body = Buffer.from(body);
  }

  /** @param at which request it is, from 0: they go to the endpoints in turn */
  async send(at: number): Promise<void> {
    const endpoint = at % this.#pools.length;
    const signature = createHmac("sha256", "secret").update(this.#body).digest("hex");
    const headers = {
      host: this.#hosts[endpoint] ?? "",
      "content-type": "application/json",
      "service-hmac-sha256": signature,
      "service-webhook-id": String(at),
    };
    const request = { method: "POST", path: hookPath, headers, body: this.#body } as const;
    const answer = await this.#pools[endpoint]?.request(request);
    await answer?.body.dump();
    if (answer?.statusCode !== 200) throw new Error(`It was answered ${answer?.statusCode}.`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
