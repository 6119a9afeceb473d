import { type Operation, operations, throwApiError } from "@souk/contract";
import { page } from "../../infrastructure/pages/layout.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import { errorsBody } from "./errors-page.ts";
import { operationBody } from "./operation-page.ts";
import { overviewBody } from "./overview-page.ts";
import { topicsBody } from "./topics-page.ts";

interface Content {
  title: string;
  body: Html;
}

/** Create a page of the reference, public for everyone. */
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
  const operation = Object.values<Operation>(operations).find((candidate) => candidate.id === id);
  const open = operation?.surface === "3.0" || operation?.surface === "4.0";
  return operation && open ? operation : throwApiError("not_found");
}

/** Create the pages of the API reference at `/docs` of the partners' host, rendered from the contract. */
export function referencePages(addresses: Addresses): PageRoute[] {
  const storeOrigin = addresses.storeOrigin("demo");
  return [
    referencePage("/docs", () => ({ title: "API reference", body: overviewBody(storeOrigin) })),
    referencePage("/docs/errors", () => ({ title: "Errors", body: errorsBody() })),
    referencePage("/docs/topics", () => ({ title: "Webhooks", body: topicsBody() })),
    referencePage("/docs/operations/:operation", (params) => {
      const operation = findPublic(params.operation);
      return { title: operation.summary, body: operationBody(operation, storeOrigin) };
    }),
  ];
}
