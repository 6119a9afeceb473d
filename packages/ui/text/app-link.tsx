import type { PageUrl } from "@souk/contract";
import { joinPagePath } from "@souk/contract";
import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";

export interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  to: PageUrl;
  /** Whether to reload the document, for pages with their own content security policy. */
  reloadDocument?: boolean | undefined;
}

/** Return whether the browser should handle the click, for example to open a new tab. */
function isHandledByBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
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
export function AppLink({ to, reloadDocument = false, onClick, children, ...anchorProps }: AppLinkProps) {
  const router = useRouter();
  const href = joinPagePath(router.basepath, to);
  const preload = () => {
    // If preloading fails, opening the page loads it again, and shows an error message if that fails too.
    if (!reloadDocument) void router.preloadRoute({ to: to.split("?")[0] ?? to }).catch(() => undefined);
  };
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (reloadDocument || isHandledByBrowser(event)) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a {...anchorProps} href={href} onClick={handleClick} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
