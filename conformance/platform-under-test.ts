import type { HttpClient } from "@souk/testkit";

/** A running platform, started by the tests or elsewhere. */
export interface PlatformUnderTest {
  /** The domain's origin, for example `http://souk.localhost:4000`; hosts are below it. */
  baseUrl: URL;
  /** A store with products and stock at two locations or more, and its owner. */
  store: { handle: string; merchant: string; password: string };
  /** An account of the platform's staff. */
  staff: { email: string; password: string };
  /** The client that sends to the platform, whichever of its hosts the address names. */
  request: HttpClient;
  /** Return the platform's time in ms since 1970. */
  now(): number;
  /** Advance the platform's clock where the test controls it; wait in real time otherwise. */
  advanceTime(ms: number): Promise<void>;
  /** Whether the test controls the platform's clock, so that days take no time. */
  canAdvanceTime: boolean;
  /** Stop the platform and start it again on the same data; null where the test cannot. */
  restart: (() => Promise<void>) | null;
  stop(): Promise<void>;
}
