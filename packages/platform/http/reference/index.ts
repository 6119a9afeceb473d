import { type Operation, operations, throwApiError } from "@souk/contract";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import { renderErrors } from "./errors-page.ts";
import { renderOperation } from "./operation-page.ts";
import { renderOverview } from "./overview-page.ts";
import { renderTopics } from "./topics-page.ts";

interface Content {
  title: string;
  body: Html;
}

/** Create a page of the reference, which everyone may read. */
function createReferencePage(
  path: string,
  render: (params: Readonly<Record<string, string>>) => Content,
): PageRoute {
  return {
    host: "partners",
    method: "GET",
    path,
    visitor: "anyone",
    handle: async (_database, { nonce, params, signed_in }) => {
      const { title, body } = render(params);
      return { status: 200, html: renderPage({ title, nonce, body, signedIn: signed_in, wide: true }) };
    },
  };
}

function findPublicOperation(id: string | undefined): Operation {
  const operation = Object.values<Operation>(operations).find((candidate) => candidate.id === id);
  const isPublic = operation?.surface === "3.0" || operation?.surface === "4.0";
  return operation && isPublic ? operation : throwApiError("not_found");
}

/** Create the pages of the API reference at `/docs` of the partners' host, rendered from the contract. */
export function createReferencePages(addresses: Addresses): PageRoute[] {
  const storeOrigin = addresses.storeOrigin("demo");
  return [
    createReferencePage("/docs", () => ({ title: "API reference", body: renderOverview(storeOrigin) })),
    createReferencePage("/docs/errors", () => ({ title: "Errors", body: renderErrors() })),
    createReferencePage("/docs/topics", () => ({ title: "Webhooks", body: renderTopics() })),
    createReferencePage("/docs/operations/:operation", (params) => {
      const operation = findPublicOperation(params.operation);
      return { title: operation.summary, body: renderOperation(operation, storeOrigin) };
    }),
  ];
}
