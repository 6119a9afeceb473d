import { LinkButton, PageFrame, PageTabs } from "@souk/ui";
import type { ReactNode } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type DocumentKind, purchaseOrders, transfers } from "./documents.ts";

/** Show the list of one kind of documents, with a link to the other. */
export function PurchasingFrame({ kind, children }: { kind: DocumentKind; children: ReactNode }) {
  const { parts } = texts.purchasing;
  const pages = [
    { label: parts.orders, to: toStorePage(`/${purchaseOrders.name}`) },
    { label: parts.transfers, to: toStorePage(`/${transfers.name}`) },
  ];
  return (
    <PageFrame
      title={kind.words.title}
      lead={kind.words.lead}
      wide
      actions={<LinkButton to={toStorePage(`/${kind.name}/new`)}>{kind.words.add}</LinkButton>}
    >
      <PageTabs label={parts.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
