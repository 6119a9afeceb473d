import { LoadingState, PageFrame } from "@souk/ui";
import { type ReactNode, useEffect } from "react";
import { isOwnDocument } from "./is-own-document.ts";

/** Reload the document if it is still another page's, whose policy would block this page's frame. */
export function InOwnDocument({ title, children }: { title: string; children: ReactNode }) {
  const [entry] = performance.getEntriesByType("navigation");
  const isOwn = entry === undefined || isOwnDocument(entry.name, window.location.href);
  useEffect(() => {
    if (!isOwn) window.location.reload();
  }, [isOwn]);
  if (isOwn) return children;
  return (
    <PageFrame title={title}>
      <LoadingState />
    </PageFrame>
  );
}
