import type { PageUrl } from "@souk/contract";
import { joinPagePath } from "@souk/contract";
import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";

export interface PageLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  to: PageUrl;
  /** Whether the link reloads the document, which pages with their own content security policy need. */
  reloadDocument?: boolean | undefined;
}

/** Return whether the browser handles the click, for example by opening a new tab, or an event handler has canceled it. */
function isHandledElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasModifierKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return (
    event.defaultPrevented || event.button !== 0 || hasModifierKey || (target !== "" && target !== "_self")
  );
}

/**
 * Show a link to a page of the panel. It opens the page without reloading the document, unless
 * `reloadDocument` is set.
 */
export function PageLink({ to, reloadDocument = false, onClick, children, ...anchorProps }: PageLinkProps) {
  const router = useRouter();
  const href = joinPagePath(router.basepath, to);
  const preload = () => {
    // If preloading fails, opening the page loads it again. If that fails too, the page shows an error message.
    if (!reloadDocument) void router.preloadRoute({ to: to.split("?")[0] ?? to }).catch(() => undefined);
  };
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (reloadDocument || isHandledElsewhere(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a {...anchorProps} href={href} onClick={handleClick} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
