import type { Device } from "./session-store.ts";

/** Pick the fields of a request that describe its device. Sessions and security events record these fields. */
export function getDevice({ user_agent, client_address, device_id, request_id }: Device): Device {
  return { user_agent, client_address, device_id, request_id };
}
