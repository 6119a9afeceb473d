import { LoadingState, PageFrame } from "@souk/ui";
import { type ReactNode, useEffect } from "react";
import { isOwnDocument } from "./own-document.ts";

/** Loads the document anew where another page's is still there: its policy would not let this page's frame in. */
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
