import { createHmac } from "node:crypto";
import { Pool } from "undici";
import { getOrigin, hookPath, type Targets } from "./targets.ts";

const connectionsPerEndpoint = 8;

/** A minimal sender of signed bodies that has an undici pool per origin and reads only the status of responses. */
export class QuickSender {
  readonly #pools: readonly Pool[];
  readonly #hosts: readonly string[];
  readonly #body: Buffer;

  constructor(targets: Targets, body: string) {
    const endpoints = Array.from({ length: targets.endpointCount }, (_, index) => index);
    // Node does not resolve subdomains of localhost, so connect to the IP address and send the name as the Host header.
    this.#pools = endpoints.map(
      () =>
        new Pool(`http://127.0.0.1:${targets.port}`, { connections: connectionsPerEndpoint, pipelining: 1 }),
    );
    this.#hosts = endpoints.map((endpoint) => new URL(getOrigin(targets, endpoint)).host);
    this.#body = Buffer.from(body);
  }

  /** Send one request. @param index the request's number, from 0, which also determines its endpoint */
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
    const response = await this.#pools[endpoint]?.request(request);
    await response?.body.dump();
    if (response?.statusCode !== 200) throw new Error(`The receiver returned ${response?.statusCode}.`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }
}
