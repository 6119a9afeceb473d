import { refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { lockOwner, type WorkOwner } from "../../jobs/index.ts";
import { countUnderWay } from "./import-store.ts";
import { importTask } from "./imports-wiring.ts";

/** So many imports of one app, or of a shop's people, may be under way at once. */
const mostUnderWay = 5;

/** @throws Refusal conflict when so many of an owner's imports are checked or written that none may come to them */
export async function requireFew(run: Queryable, owner: WorkOwner): Promise<void> {
  if ((await countUnderWay(run, owner)) < mostUnderWay) return;
  refuse("conflict", {
    message: `${mostUnderWay} imports are under way; wait for one of them, or cancel it.`,
  });
}

/** The same, and no other comes to them until this transaction ends. */
export async function holdFew(tx: Transaction, owner: WorkOwner): Promise<void> {
  await lockOwner(tx, importTask, owner);
  await requireFew(tx, owner);
}
