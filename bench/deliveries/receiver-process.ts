// The receiver's process. It responds to every request with 200, and records when the request arrived and when its event occurred.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReceivedRequests } from "./receiver.ts";

let arrivedAt: number[] = [];
let triggeredAt: number[] = [];
let body = "";
let isFirstRequest = true;
const ids = new Set<string>();

const getTime = (): number => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  arrivedAt.push(getTime());
  triggeredAt.push(Date.parse(String(request.headers["service-triggered-at"] ?? "")));
  const id = request.headers["service-webhook-id"];
  if (typeof id === "string") ids.add(id);
  const isBodyNeeded = isFirstRequest;
  isFirstRequest = false;
  request.on("data", (chunk: Buffer) => {
    if (isBodyNeeded) body += chunk.toString("utf8");
  });
  request.on("end", () => response.end());
});
server.keepAliveTimeout = 60_000;

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

// A message requests either the number of deliveries or all records, which are then cleared. Sending all records takes time, so
// they are requested only while nothing is measured.
process.on("message", ({ wantsRecords }: { wantsRecords: boolean }) => {
  if (!wantsRecords) {
    process.send?.(ids.size);
    return;
  }
  const received: ReceivedRequests = { arrivedAt, triggeredAt, body };
  process.send?.(received);
  arrivedAt = [];
  triggeredAt = [];
  ids.clear();
});
process.on("disconnect", () => process.exit(0));
