import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testNames } from "./clause-coverage.ts";
import { root } from "./root.ts";
import { testFiles, testPlaces } from "./test-files.ts";

/** The claims to prove, by the name that their tests carry. */
export const proofs: Readonly<Record<string, string>> = {
  P1: "kill -9 of the server while orders are placed and sent loses nothing acknowledged and no webhook, and invents none",
  P2: "PostgreSQL stopped hard: as P1, the server stays up and answers 503",
  P3: "a crash at each named point: as P1",
  P4: "SIGTERM under load: drained in time, no duplicate, exit 0",
  P5: "several processes on one database deliver everything once",
  P6: "a worker frozen past its lease changes nothing when it wakes",
  P7: "a transaction held open for long loses no event",
  P8: "a full or read-only disk: writes fail, nothing acknowledged is lost",
  P10: "exactly 200 is success, whatever else is answered",
  P11: "the retry schedule over many seeds",
  P12: "failures of one moment come back spread out",
  P13: "body and signature are the same at every attempt",
  P14: "disabled, replaced and uninstalled hold at the send",
  P15: "hanging endpoints slow no other",
  P16: "an app with a great backlog slows no other store",
  P17: "an endpoint that was down is caught up at its pace",
  P18: "dead names, drips and floods cost their own slot and no more",
  P20: "no spelling of a private address is reached",
  P21: "nor is one by rebinding, mixed answers or redirects",
  P30: "of many redemptions of one code one gives a token",
  P31: "the errors of the token exchange",
  P32: "only the exact redirect_uri passes",
  P33: "a consent that is forged, replayed or framed gives no code",
  P34: "sessions: fixation, rotation, expiry, and one time for known and unknown people",
  P35: "every route refuses every caller who may not",
  P36: "concurrent adjustments are summed exactly",
  P37: "generated requests never give a 5xx and always match their schema",
  P38: "slow connections and a flood do not touch others",
  P38b: "a smuggled & and a repeated key are refused",
  P39: "no secret is in a dump, a log or an error",
  P40: "a store's script cannot read the admin; every page's headers",
  P41: "a backup taken under load restores to P1's invariants",
  P42: "two releases run on one database while a migration runs",
  histories: "after every step of random orders, transfers and purchases all that is kept adds up",
};

/** Build the pattern that a test's name matches when it is part of a proof. */
export function proofPattern(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

/** List the test files that hold a test of the proof. */
export function filesOfProof(name: string): string[] {
  const pattern = proofPattern(name);
  const files = testFiles(
    testPlaces.map((place) => join(root, place)),
    ["quick", "slow", "clause"],
  );
  return files.filter((file) =>
    testNames(file, readFileSync(file, "utf8")).some((test) => pattern.test(test)),
  );
}
