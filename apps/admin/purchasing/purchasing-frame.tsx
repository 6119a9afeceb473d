import { PageFrame, PageTabs } from "@souk/ui";
import type { ReactNode } from "react";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type DocumentKind, purchaseOrders, transfers } from "./documents.ts";

/** Show the page of purchase orders or of transfers, with tabs to switch between them. */
export function PurchasingFrame({ kind, children }: { kind: DocumentKind; children: ReactNode }) {
  const { tabs } = texts.purchasing;
  const pages = [
    { label: tabs.orders, to: toStorePage(`/${purchaseOrders.name}`) },
    { label: tabs.transfers, to: toStorePage(`/${transfers.name}`) },
  ];
  return (
    <PageFrame
      title={kind.words.title}
      lead={kind.words.lead}
      wide
      actions={<PageLinkButton to={toStorePage(`/${kind.name}/new`)}>{kind.words.add}</PageLinkButton>}
    >
      <PageTabs label={tabs.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
