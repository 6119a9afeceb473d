import type { Send } from "@souk/client";
import type { AppError } from "./app-error.ts";
import type { Settings } from "./config/settings.ts";
import type { TokenStore } from "./stores/token-store.ts";

/** What all parts of one app share: its settings, token store, clock, sender and error reporter. */
export interface AppContext {
  settings: Settings;
  store: TokenStore;
  now(): Date;
  send: Send;
  report(error: AppError): void;
}
