// A program that rotates the secret key in steps of two records, and hangs in its third step before the commit, so that a
// test can kill it there. Arguments: the connection string, the new and the former key in hexadecimal.
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { createVault } from "../../../runtime/secrets/vault.ts";
import { rotateSecretKey } from "../rotate-secret-key.ts";

const [connection = "", newKey = "", formerKey = ""] = process.argv.slice(2);
const vault = createVault(Buffer.from(newKey, "hex"), [Buffer.from(formerKey, "hex")]);
const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });

for (let step = 1; ; step++)
  await database.transaction(async (tx) => {
    await rotateSecretKey(tx, vault, 2);
    if (step < 3) return;
    process.stdout.write("in the third step\n");
    await sleep(600_000);
  });
