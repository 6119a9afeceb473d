import { type Operation, operations, refuse } from "@souk/contract";
import type { Addresses } from "../addresses.ts";
import { page } from "../pages/layout.ts";
import type { Html } from "../routing/html.ts";
import type { PageRoute } from "../routing/page.ts";
import { errorsBody } from "./errors-page.ts";
import { operationBody } from "./operation-page.ts";
import { overviewBody } from "./overview-page.ts";
import { topicsBody } from "./topics-page.ts";

interface Content {
  title: string;
  body: Html;
}

/** A page of the reference; everybody may read it. */
function referencePage(path: string, read: (params: Readonly<Record<string, string>>) => Content): PageRoute {
  return {
    host: "partners",
    method: "GET",
    path,
    visitor: "anyone",
    handle: async (_database, { nonce, params, signed_in }) => {
      const { title, body } = read(params);
      return { status: 200, html: page({ title, nonce, body, signedIn: signed_in, wide: true }) };
    },
  };
}

function findPublic(id: string | undefined): Operation {
  const operation = Object.values<Operation>(operations).find((each) => each.id === id);
  const open = operation?.surface === "3.0" || operation?.surface === "4.0";
  return operation && open ? operation : refuse("not_found");
}

/** The readable API reference at `/docs` of the partners' host, made from the contract as it runs. */
export function referencePages(addresses: Addresses): PageRoute[] {
  const shopOrigin = addresses.shopOrigin("demo");
  return [
    referencePage("/docs", () => ({ title: "API reference", body: overviewBody(shopOrigin) })),
    referencePage("/docs/errors", () => ({ title: "Errors", body: errorsBody() })),
    referencePage("/docs/topics", () => ({ title: "Webhooks", body: topicsBody() })),
    referencePage("/docs/operations/:operation", (params) => {
      const operation = findPublic(params.operation);
      return { title: operation.summary, body: operationBody(operation, shopOrigin) };
    }),
  ];
}
