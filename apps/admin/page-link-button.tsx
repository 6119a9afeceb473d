import { findPage, storePages } from "@souk/contract";
import { LinkButton } from "@souk/ui";
import type { ComponentProps } from "react";
import { usePageAccess } from "./use-permissions.ts";

/** Show a link to a page of the store as a button, or nothing if the signed-in person may not open the page. */
export function PageLinkButton(props: ComponentProps<typeof LinkButton>) {
  const canOpen = usePageAccess();
  const page = findPage(storePages, String(props.to).split("?")[0] ?? "");
  return page !== null && canOpen(page) ? <LinkButton {...props} /> : null;
}
