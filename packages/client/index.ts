export { type Client, type ClientOptions, createClient } from "./client.ts";
export { ApiError, NetworkError } from "./client-error.ts";
export {
  type AdminConsole,
  type ConsoleOptions,
  createAdminConsole,
  createPartnerConsole,
  type PartnerConsole,
} from "./console.ts";
export type { Input, Send } from "./perform.ts";
export { getHeaders, isReplay } from "./response-headers.ts";
export { walkDelivered, walkEvents } from "./walk-events.ts";
export { walkCursor, walkPages, walkSince } from "./walk-pages.ts";
