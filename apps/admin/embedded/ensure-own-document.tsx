import { LoadingState, PageFrame } from "@souk/ui";
import { type ReactNode, useEffect } from "react";
import { isOwnDocument } from "./is-own-document.ts";

/**
 * Show the children if the document was loaded for the current page. Otherwise reload it, because the content security
 * policy of another page's document would block this page's frame.
 */
export function EnsureOwnDocument({ title, children }: { title: string; children: ReactNode }) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isOwn = navigation === undefined || isOwnDocument(navigation.name, window.location.href);
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
