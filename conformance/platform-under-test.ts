import type { HttpClient } from "@souk/testkit";

/** A running platform, started by the tests or outside them. */
export interface PlatformUnderTest {
  /** The domain's origin, for example `http://souk.localhost:4000`. The platform's hosts are subdomains of this domain. */
  baseUrl: URL;
  /** A store with products and stock at two or more locations, and the email and password of its owner. */
  store: { handle: string; ownerEmail: string; password: string };
  /** An account of the platform's staff. */
  staff: { email: string; password: string };
  /** Send a request to any of the platform's hosts. */
  request: HttpClient;
  /** Return the platform's time in ms since 1970. */
  now(): number;
  /** Advance the platform's clock. If the test does not control the clock, wait in real time. */
  advanceTime(ms: number): Promise<void>;
  /** Whether the test controls the platform's clock, so that the test need not wait for days to pass. */
  canAdvanceTime: boolean;
  /** Wait until all deliveries that are now due have been attempted. Return at once if the test does not control the clock. */
  waitForDueDeliveries(): Promise<void>;
  /** Restart the platform on the same data; null if the test cannot restart it. */
  restart: (() => Promise<void>) | null;
  stop(): Promise<void>;
}
