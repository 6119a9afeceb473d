import { LinkButton, PageFrame, PageParts, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import { type DocumentKind, purchaseOrders, transfers } from "./documents.ts";
import { strings } from "./strings.ts";

/** The list of one kind of documents, with the way to the other. */
export function PurchasingFrame({ kind, children }: { kind: DocumentKind; children: ReactNode }) {
  const { handle } = useStore();
  const { parts } = strings;
  const pages = [
    { label: parts.orders, to: `/${handle}/${purchaseOrders.name}` },
    { label: parts.transfers, to: `/${handle}/${transfers.name}` },
  ];
  return (
    <PageFrame
      title={kind.words.title}
      lead={kind.words.lead}
      wide
      actions={<LinkButton to={`/${handle}/${kind.name}/new`}>{kind.words.add}</LinkButton>}
    >
      <PageParts label={parts.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
