import { createHmac } from "node:crypto";
import { Pool } from "undici";
import { getOrigin, hookPath, type Targets } from "./sends.ts";

const connectionsEach = 8;

/**
 * A sender of signed bodies with undici and nothing else: a pool for each origin, and only the status is read.
 */
export class QuickSender {
  readonly #pools: readonly Pool[];
  readonly #hosts: readonly string[];
  readonly #body: Buffer;

  constructor(targets: Targets, body: string) {
    const endpoints = Array.from({ length: targets.endpoints }, (_, index) => index);
    // Node does not resolve names below localhost: it connects to the address, the name stands in the header.
    this.#pools = endpoints.map(
      () => new Pool(`http://127.0.0.1:${targets.port}`, { connections: connectionsEach, pipelining: 1 }),
    );
    this.#hosts = endpoints.map((endpoint) => new URL(getOrigin(targets, endpoint)).host);
    this.#body = Buffer.from(body);
  }

  /** @param index which request it is, from 0: they go to the endpoints in turn */
  async send(index: number): Promise<void> {
    const endpoint = index % this.#pools.length;
    const signature = createHmac("sha256", "secret").update(this.#body).digest("hex");
    const headers = {
      host: this.#hosts[endpoint] ?? "",
      "content-type": "application/json",
      "service-hmac-sha256": signature,
      "service-webhook-id": String(index),
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
