import { type Operation, operations, refuse } from "@souk/contract";
import type { Addresses } from "../addresses.ts";
import { page } from "../pages/layout.ts";
import type { PageRoute } from "../routing/page.ts";
import { operationBody } from "./operation-page.ts";
import { overviewBody } from "./overview-page.ts";

/** The readable API reference at `/docs` of the partners' host, made from the contract as it runs. */
export function referencePages(addresses: Addresses): PageRoute[] {
  return [
    {
      host: "partners",
      method: "GET",
      path: "/docs",
      visitor: "anyone",
      handle: async (_database, { nonce, signed_in }) => {
        const body = overviewBody(addresses.shopOrigin("demo"));
        return {
          status: 200,
          html: page({ title: "API reference", nonce, body, signedIn: signed_in, wide: true }),
        };
      },
    },
    {
      host: "partners",
      method: "GET",
      path: "/docs/operations/:operation",
      visitor: "anyone",
      handle: async (_database, { nonce, params, signed_in }) => {
        const operation = Object.values<Operation>(operations).find(({ id }) => id === params.operation);
        if (!operation || (operation.surface !== "3.0" && operation.surface !== "4.0")) refuse("not_found");
        const body = operationBody(operation);
        return {
          status: 200,
          html: page({ title: operation.summary, nonce, body, signedIn: signed_in, wide: true }),
        };
      },
    },
  ];
}
