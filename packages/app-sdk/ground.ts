import type { Send } from "@souk/client";
import type { Settings } from "./config/settings.ts";
import type { Problem } from "./problem.ts";
import type { TokenStore } from "./stores/token-store.ts";

/** What the parts of one app stand on. */
export interface Ground {
  settings: Settings;
  store: TokenStore;
  now(): Date;
  send: Send;
  report(problem: Problem): void;
}
