import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listTestNames } from "./clause-coverage.ts";
import { root } from "./root.ts";
import { listTestFiles, testFolders } from "./test-files.ts";

/** What each proof proves, by the number in the names of its tests. docs/spec/proofs.md has the details. */
export const proofs: Readonly<Record<string, string>> = {
  P1: "kill -9 of the server under load: no acknowledged order and no webhook is lost, and no webhook names an order that does not exist",
  P2: "PostgreSQL stopped without a shutdown: the same as P1, and the server keeps running and returns 503",
  P3: "a crash of the server at each named point: the same as P1",
  P4: "SIGTERM under load: open work is finished in time, no webhook is duplicated, and the exit code is 0",
  P5: "several processes on one database: every webhook is delivered once",
  P6: "a worker frozen beyond its lease: its late acknowledgement changes nothing",
  P7: "a long transaction: no event is lost",
  P8: "a full disk and a read-only database: writes fail, and nothing acknowledged is lost",
  P10: "webhook responses: only status 200 is a success",
  P11: "the retry schedule, with many seeds",
  P12: "many failures at the same time: their retries are spread out",
  P13: "every attempt of a delivery has the same body and signature",
  P14: "waiting deliveries: a disabled or uninstalled app and a replaced URL receive no more webhooks",
  P15: "hanging endpoints do not delay other endpoints",
  P16: "an app with a large backlog does not delay other stores",
  P17: "an endpoint that was down receives its backlog no faster than it accepts requests",
  P18: "unresolvable hostnames, slow responses and large responses occupy only their own slot",
  P20: "webhooks to a private address, however it is written, are not sent",
  P21: "DNS rebinding, mixed DNS results and redirects do not reach a private address",
  P30: "many concurrent redemptions of one code: only one returns a token",
  P31: "the errors of the token exchange",
  P32: "only the exact redirect_uri is accepted",
  P33: "a forged, replayed or framed consent returns no code",
  P34: "sessions: fixation, rotation, expiry, and the same response time for known and unknown accounts",
  P35: "every route rejects callers without access",
  P36: "concurrent adjustments of stock and balances have exact sums",
  P37: "generated requests: no response is a 5xx, and each matches its schema",
  P38: "slow connections and a flood of requests do not affect other clients",
  P38b: "a & inside a signed value and a repeated key are rejected",
  P39: "no dump, log or error contains a secret",
  P40: "a script on a store's origin cannot read the admin, and every page has the expected headers",
  P41: "a backup taken under load: the restored database passes the checks of P1",
  P42: "two releases on one database during a migration: nothing is lost",
  P46: "attacks by strangers within their limits neither slow down nor expose another store",
  histories: "random orders, transfers and purchase orders: all sums agree after every step",
};

/** Build a pattern that matches the names of a proof's tests. */
export function buildProofPattern(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

/** List the files that have a test of the proof. */
export function listProofFiles(name: string): string[] {
  const pattern = buildProofPattern(name);
  const files = listTestFiles(
    testFolders.map((folder) => join(root, folder)),
    ["quick", "slow", "clause"],
  );
  return files.filter((file) =>
    listTestNames(file, readFileSync(file, "utf8")).some((test) => pattern.test(test)),
  );
}
