export { type Client, type ClientOptions, createClient, type Input, type Send } from "./client.ts";
export { ApiError } from "./client-error.ts";
export { walkCursor, walkPages, walkSince } from "./walk-pages.ts";
