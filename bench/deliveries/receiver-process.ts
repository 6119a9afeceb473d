// The receiver: answers every POST with 200, and records when each came and when its event had happened.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Received } from "./receiver.ts";

let arrived: number[] = [];
let happened: number[] = [];
let body = "";
let isFirst = true;
const ids = new Set<string>();

const now = (): number => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  arrived.push(now());
  happened.push(Date.parse(String(request.headers["service-triggered-at"] ?? "")));
  const id = request.headers["service-webhook-id"];
  if (typeof id === "string") ids.add(id);
  const first = isFirst;
  isFirst = false;
  request.on("data", (part: Buffer) => {
    if (first) body += part.toString("utf8");
  });
  request.on("end", () => response.end());
});
server.keepAliveTimeout = 60_000;

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

// A message asks for how many came, or for all of it, which is forgotten then: sending it takes time, so it is requested when
// nothing is measured.
process.on("message", ({ all }: { all: boolean }) => {
  if (!all) {
    process.send?.(ids.size);
    return;
  }
  const received: Received = { arrived, happened, body };
  process.send?.(received);
  arrived = [];
  happened = [];
  ids.clear();
});
process.on("disconnect", () => process.exit(0));
