import { Anchor, Breadcrumbs, Text, Title } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { usePanel } from "../panel/panel-context.ts";
import { PageLink } from "../text/page-link.tsx";
import { texts } from "../texts.ts";
import styles from "./page-frame.module.css";

export interface PageFrameProps {
  title: string;
  /** The breadcrumbs, without this page. */
  breadcrumbs?: readonly { label: string; to: PageUrl }[];
  /** The buttons for the whole page. */
  actions?: ReactNode;
  /** A sentence below the heading. */
  lead?: ReactNode;
  /** The badge beside the heading, which shows the state of the page's record. */
  badge?: ReactNode;
  /** Whether the page uses the whole width of the window. */
  wide?: boolean;
  children: ReactNode;
}

/** Set the window's title and, after a navigation, focus the heading for keyboard and screen reader users. */
function usePageHeading(title: string) {
  const { lastPage, panelName } = usePanel();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? "" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${texts.brand} ${panelName}`;
  }, [title, panelName]);
  useEffect(() => {
    const isFirstPage = lastPage.path === "";
    const isSamePage = lastPage.path === path;
    lastPage.path = path;
    if (!isFirstPage && !isSamePage) heading.current?.focus();
  }, [path, lastPage]);
  return heading;
}

/** Show a page's heading, breadcrumbs, actions and content. Every page renders a PageFrame, also while the page loads. */
export function PageFrame(props: PageFrameProps) {
  const { title, breadcrumbs = [], actions, lead, badge, wide, children } = props;
  const heading = usePageHeading(title);
  return (
    <div className={styles["page"]} data-wide={wide === true || undefined}>
      {breadcrumbs.length > 0 && (
        <nav aria-label={texts.breadcrumbs}>
          <Breadcrumbs className={styles["crumbs"]} separatorMargin="xs">
            {breadcrumbs.map(({ label, to }) => (
              <Anchor component={PageLink} key={to} to={to} size="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      <div className={styles["head"]}>
        <div className={styles["titles"]}>
          <Title order={1} ref={heading} tabIndex={-1} className={styles["title"]}>
            {title}
          </Title>
          {badge}
        </div>
        {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      </div>
      {lead !== undefined && (
        <Text c="dimmed" className={styles["lead"]}>
          {lead}
        </Text>
      )}
      <div className={styles["body"]}>{children}</div>
    </div>
  );
}
