import type { Device } from "./session-store.ts";

/** Return the browser of a request, as sessions and security events record it. */
export function getDevice({ user_agent, client_address, device_id, request_id }: Device): Device {
  return { user_agent, client_address, device_id, request_id };
}
