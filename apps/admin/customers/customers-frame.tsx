import { PageFrame, PageParts, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import { strings } from "./strings.ts";

interface CustomersFrameProps {
  title: string;
  lead: string;
  actions: ReactNode;
  children: ReactNode;
}

/** The list of customers, or of their groups, with the way to the other. */
export function CustomersFrame({ children, ...frame }: CustomersFrameProps) {
  const { handle } = useStore();
  const { parts } = strings;
  const pages = [
    { label: parts.all, to: `/${handle}/customers` },
    { label: parts.groups, to: `/${handle}/customers/groups` },
  ];
  return (
    <PageFrame wide {...frame}>
      <PageParts label={parts.label} pages={pages} />
      {children}
    </PageFrame>
  );
}
