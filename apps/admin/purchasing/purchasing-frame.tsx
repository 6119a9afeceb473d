import { AppLink, LinkButton, PageFrame, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import classes from "../settings/settings-parts.module.css";
import { type DocumentKind, purchaseOrders, transfers } from "./documents.ts";
import { strings } from "./strings.ts";

/** The list of one kind of documents, with the way to the other. */
export function PurchasingFrame({ kind, children }: { kind: DocumentKind; children: ReactNode }) {
  const { handle } = useStore();
  const { parts } = strings;
  const pages = [
    { kind: purchaseOrders, label: parts.orders },
    { kind: transfers, label: parts.transfers },
  ];
  return (
    <PageFrame
      title={kind.words.title}
      lead={kind.words.lead}
      wide
      actions={<LinkButton to={`/${handle}/${kind.name}/new`}>{kind.words.add}</LinkButton>}
    >
      <nav aria-label={parts.label} className={classes["parts"]}>
        {pages.map(({ kind: each, label }) => (
          <AppLink
            key={each.name}
            to={`/${handle}/${each.name}`}
            className={classes["part"]}
            aria-current={each.name === kind.name ? "page" : undefined}
          >
            {label}
          </AppLink>
        ))}
      </nav>
      {children}
    </PageFrame>
  );
}
