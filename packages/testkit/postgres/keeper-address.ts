import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaFingerprint } from "@souk/database";

/** Where the keeper of the test databases lives, and what it was told. */
export interface KeeperAddress {
  folder: string;
  socket: string;
  log: string;
  /** A server to use in place of an embedded one, where the role may create databases. */
  server: string | undefined;
}

/** One keeper serves one checkout, one schema and one server: a change of any of them finds another. */
export async function keeperAddress(): Promise<KeeperAddress> {
  const server = process.env["SOUK_TEST_POSTGRES"] || undefined;
  const place = [import.meta.dirname, await schemaFingerprint(), server ?? "embedded"].join("\n");
  const key = createHash("sha256").update(place).digest("hex").slice(0, 12);
  const folder = join(await quickPlace(), `souk-test-${process.getuid?.() ?? "user"}-${key}`);
  return { folder, socket: join(folder, "keeper"), log: join(folder, "keeper.log"), server };
}

const memory = "/dev/shm";
const roomForTests = 2 ** 30;

/** A folder for what need not survive: making the hundreds of files of a copy takes 10 ms in memory, 300 ms on some disks. */
async function quickPlace(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  return room && room.bavail * room.bsize >= roomForTests ? memory : tmpdir();
}
