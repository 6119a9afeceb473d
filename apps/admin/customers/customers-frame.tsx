import { PageFrame, PageTabs } from "@souk/ui";
import type { ReactNode } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";

interface CustomersFrameProps {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The list of customers, or of their groups, with the way to the other. */
export function CustomersFrame({ children, ...frame }: CustomersFrameProps) {
  const { parts } = texts.customers;
  const pages = [
    { label: parts.all, to: toStorePage("/customers") },
    { label: parts.groups, to: toStorePage("/customers/groups") },
  ];
  return (
    <PageFrame wide {...frame}>
      <PageTabs label={parts.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
