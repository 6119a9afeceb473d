import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { createSafeSender, ownAddresses, type SafeSender } from "@souk/delivery";
import { systemClock } from "../../../runtime/clock.ts";

/** A server on this machine that nothing of production may reach. */
export interface InsideCanary {
  port: number;
  /** Return the number of connections so far. */
  visits(): number;
  stop(): Promise<void>;
}

export async function insideCanary(): Promise<InsideCanary> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port");
  return {
    port,
    visits: () => visits,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Create a sender as in production whose names resolve to these addresses, one list per connection; notes
 * each dialed address.
 */
export function productionSender(
  userAgent: string,
  { answers, dialled }: { answers: string[][]; dialled: string[] },
): SafeSender {
  return createSafeSender({
    allowLoopback: false,
    clock: systemClock,
    userAgent,
    resolver: {
      resolve: async () => ({ ok: true, addresses: answers.shift() ?? [] }),
      close: () => undefined,
    },
    network: {
      dial(address, to) {
        dialled.push(address);
        // A test has no outside network: public addresses fail to connect, and loopback addresses are reached.
        return connect({ host: "127.0.0.1", port: address.startsWith("127.") ? to : 1 });
      },
      ownAddresses,
    },
  });
}

/**
 * List addresses that lead inside, or are invalid, in the spellings that a row could hold. @param host a
 * public name
 */
export function insideUrls(port: number, host: string): string[] {
  return [
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `http://localhost:${port}/`,
    `https://[::1]:${port}/`,
    `https://2130706433:${port}/`,
    "https://169.254.169.254/latest/meta-data",
    `https://user@${host}:${port}/`,
    "file:///etc/passwd",
  ];
}

/**
 * List the DNS answers of a name that is public and inside at once, and then alternately one and the other.
 */
export function rebindingAnswers(): string[][] {
  return [["8.8.8.8", "127.0.0.1"], ["8.8.8.8"], ["127.0.0.1"], ["127.0.0.1"]];
}

/** List redirects of an app that lead to a canary. */
export function redirectsInside(port: number): { status: number; headers: { location: string } }[] {
  const headers = { location: `http://127.0.0.1:${port}/` };
  return [301, 302, 303, 307, 308].map((status) => ({ status, headers }));
}
