import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { write } from "../../infrastructure/routing/route.ts";
import type { Vault } from "../../runtime/secrets/vault.ts";
import { rotateSecretKey } from "./rotate-secret-key.ts";

/** Create the module that changes the platform's secret key. */
export function secretKeysModule({ vault }: { vault: Vault }): Module {
  return {
    name: "secret-keys",
    tables: [],
    routes: [
      write(operations.rotateSecretKeyByOperator, async (tx, { body }) => ({
        rotation: await rotateSecretKey(tx, vault, body.max_records),
      })),
    ],
  };
}
