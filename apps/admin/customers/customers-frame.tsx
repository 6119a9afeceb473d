import { PageFrame, PageTabs } from "@souk/ui";
import type { ReactNode } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";

interface CustomersFrameProps {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** Show the page of all customers or of all groups, with tabs to switch between them. */
export function CustomersFrame({ children, ...frame }: CustomersFrameProps) {
  const { tabs } = texts.customers;
  const pages = [
    { label: tabs.all, to: toStorePage("/customers") },
    { label: tabs.groups, to: toStorePage("/customers/groups") },
  ];
  return (
    <PageFrame wide {...frame}>
      <PageTabs label={tabs.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
