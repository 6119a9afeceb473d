import { Button, type ButtonProps } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";

/** Show a link that looks like a button. */
export function LinkButton({ to, reloadDocument = false, children, ...buttonProps }: LinkButtonProps) {
  return (
    <Button component={PageLink} to={to} reloadDocument={reloadDocument} {...buttonProps}>
      {children}
    </Button>
  );
}

interface LinkButtonProps extends ButtonProps {
  to: PageUrl;
  reloadDocument?: boolean;
  children: ReactNode;
}
