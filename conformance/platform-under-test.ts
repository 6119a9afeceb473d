import type { HttpClient } from "@souk/testkit";

/** A platform that answers, wherever it came from. */
export interface PlatformUnderTest {
  /** The domain's origin, for example `http://souk.localhost:4000`; hosts stand below it. */
  baseUrl: URL;
  /** A shop with products and stock at two locations or more, and its owner. */
  shop: { handle: string; merchant: string; password: string };
  /** An account of the platform's staff. */
  staff: { email: string; password: string };
  /** Sends to the platform, whichever of its hosts the address names. */
  request: HttpClient;
  /** The platform's time in ms since 1970. */
  now(): number;
  /** Lets time pass for the platform: at once where its clock is ours, really otherwise. */
  passTime(ms: number): Promise<void>;
  /** Whether its clock is ours, so that days cost nothing. */
  ownsTime: boolean;
  /** Stops it and starts it again on the same data; null where that is not in our hands. */
  restart: (() => Promise<void>) | null;
  stop(): Promise<void>;
}
