import { createHash } from "node:crypto";
import { defineStatement, type Queryable } from "@souk/database";
import type { RandomText } from "../../runtime/random.ts";

/** The number of random bytes in a device id, which is base64url text. */
const deviceIdBytes = 32;
/** The base64url text of 32 bytes, which has 43 characters. */
const deviceIdPattern = /^[A-Za-z0-9_-]{43}$/;
/** The maximum number of devices of one account. If there are more, the device that was used least recently is forgotten. */
const maxDevices = 50;
/** The time after which a device that was not used is forgotten. Browsers keep a cookie for at most this time. */
const lifetimeDays = 400;

/** Hash a device id for storage and lookup, or return null if the text cannot be a device id. */
function hashDeviceId(deviceId: string | null): Buffer | null {
  if (deviceId === null || !deviceIdPattern.test(deviceId)) return null;
  return createHash("sha256").update(deviceId, "utf8").digest();
}

const knownDeviceStatement = defineStatement(
  "known_device",
  "select from account_devices where account_id = $1 and device_hash = $2",
);

/** Return the hash of a device if the account's owner has signed in on it before; otherwise null. */
export async function findKnownDevice(
  db: Queryable,
  accountId: number,
  deviceId: string | null,
): Promise<Buffer | null> {
  const device_hash = hashDeviceId(deviceId);
  if (device_hash === null) return null;
  return (await db.query(knownDeviceStatement, [accountId, device_hash])).rowCount > 0 ? device_hash : null;
}

/** The device of a new session. */
export interface RememberedDevice {
  /** The value of the cookie. It is new if the browser had none. */
  device_id: string;
  /** Whether the person signs in on this device for the first time, and has signed in on another device before. */
  is_additional: boolean;
}

/** Remember that a person has signed in on a device. @param signIn.device_id the value of the browser's cookie; null if it has none */
export async function rememberDevice(
  tx: Queryable,
  signIn: { account_id: number; device_id: string | null; now: Date },
  random: RandomText,
): Promise<RememberedDevice> {
  const { account_id, now } = signIn;
  const device_id = hashDeviceId(signIn.device_id) === null ? random(deviceIdBytes) : signIn.device_id;
  const device_hash = hashDeviceId(device_id);
  if (device_id === null || device_hash === null) throw new Error("A device id has too few random bytes.");
  const text = `
    with known as (select device_hash from account_devices where account_id = $1)
    insert into account_devices as device (account_id, device_hash, created_at, seen_at) values ($1, $2, $3, $3)
    on conflict (account_id, device_hash) do update set seen_at = greatest(device.seen_at, $3)
    returning exists (select from known) and not exists (select from known where known.device_hash = $2) as is_additional`;
  const { is_additional } = await tx.one<{ is_additional: boolean }>(text, [account_id, device_hash, now]);
  if (is_additional) await deleteExcessDevices(tx, account_id);
  return { device_id, is_additional };
}

async function deleteExcessDevices(tx: Queryable, accountId: number): Promise<void> {
  const text = `
    delete from account_devices where account_id = $1 and device_hash in (
      select device_hash from account_devices where account_id = $1 order by seen_at desc, device_hash offset $2)`;
  await tx.query(text, [accountId, maxDevices]);
}

/** Forget the devices of an account, except one. @param keptHash the hash of the device to keep; null for none */
export async function forgetDevices(
  tx: Queryable,
  accountId: number,
  keptHash: Buffer | null,
): Promise<void> {
  const text = "delete from account_devices where account_id = $1 and device_hash is distinct from $2::bytea";
  await tx.query(text, [accountId, keptHash]);
}

/** Forget the devices that were not used for 400 days. A background job calls this function. @returns the number of forgotten devices */
export async function deleteOldDevices(db: Queryable, now: Date): Promise<number> {
  const text = `delete from account_devices where seen_at < $1::timestamptz - interval '${lifetimeDays} days'`;
  return (await db.query(text, [now])).rowCount;
}
